import { endpoints } from '@foyer/contracts/endpoints';
import { teamReply } from '@foyer/contracts/teams/team';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';

/** The visitor's team, with the first page of its members and invitations. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: fetchSignedIn(endpoints.team, { reply: teamReply }),
});
