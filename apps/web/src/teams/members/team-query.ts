import { endpoints } from '@foyer/contracts/endpoints';
import { teamReply } from '@foyer/contracts/teams/team';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: fetchSignedIn(endpoints.team, { reply: teamReply }),
});
