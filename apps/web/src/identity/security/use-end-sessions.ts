import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply, type OwnSession } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionsQuery } from './sessions-query.ts';

/** With undefined, ends all sessions except the current one. */
export function useEndSessions(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (session: OwnSession | undefined) => withSessionCheck(queries, end(session)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onDone();
    },
  });
}

async function end(session: OwnSession | undefined): Promise<void> {
  if (!session) return void (await send(endpoints.endOtherSessions, { reply: doneReply }));
  try {
    await send(endpoints.endSession, { params: { id: session.id }, reply: doneReply });
  } catch (error) {
    // Not an error: the session has already ended.
    if (!(error instanceof ProblemError) || error.code !== 'NotFound') throw error;
  }
}
