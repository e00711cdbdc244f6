import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from './send.ts';

export const teamOwnerQuery = queryOptions({
  queryKey: ['team-owner'],
  queryFn: async ({ signal }) => {
    const { teamReply } = await import('@foyer/contracts/teams/team');
    const { name, ownerName } = await send(endpoints.team, { reply: teamReply, signal });
    return { teamName: name, ownerName };
  },
});
