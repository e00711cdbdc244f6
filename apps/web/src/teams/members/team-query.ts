import { endpoints } from '@foyer/contracts/endpoints';
import { teamReply } from '@foyer/contracts/teams/team';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';

/** Includes the first page of the team's members and invitations. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: fetchSignedIn(endpoints.team, { reply: teamReply }),
});
