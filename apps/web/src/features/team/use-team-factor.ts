import { endpoints } from '@foyer/contracts/endpoints';
import { teamChangedReply } from '@foyer/contracts/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';
import { teamQuery } from './team-query.ts';

/** Asks everybody in the team for a second factor by a day, or, without one, no more. */
export function useTeamFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: string | undefined) =>
      asSignedIn(
        queries,
        by === undefined
          ? send(endpoints.waiveTeamFactor, { reply: teamChangedReply })
          : send(endpoints.requireTeamFactor, { body: { by }, reply: teamChangedReply }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}
