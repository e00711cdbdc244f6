import { endpoints } from '@foyer/contracts/endpoints';
import type { ConnectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { connectedAppsQuery } from './connected-apps-query.ts';

export type ConnectedApp = ConnectedAppsReply['apps'][number];

export function useDisconnect(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (app: ConnectedApp) => withSessionCheck(queries, disconnect(app)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: connectedAppsQuery.queryKey });
      onDone();
    },
  });
}

async function disconnect({ clientId }: ConnectedApp): Promise<void> {
  try {
    await send(endpoints.disconnectApp, { params: { clientId }, reply: doneReply });
  } catch (error) {
    // Not an error: the app has no access any more.
    if (!(error instanceof ProblemError) || error.code !== 'NotFound') throw error;
  }
}
