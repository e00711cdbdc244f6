import { endpoints } from '@foyer/contracts/endpoints';
import { teamReply } from '@foyer/contracts/team';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** The visitor's team: its members, and who is invited. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ client, signal }) => asSignedIn(client, send(endpoints.team, { reply: teamReply, signal })),
});
