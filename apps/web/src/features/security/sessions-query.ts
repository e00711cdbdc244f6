import { endpoints } from '@foyer/contracts/endpoints';
import { sessionsReply } from '@foyer/contracts/security';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** The visitor's sessions on all devices. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.sessions, { reply: sessionsReply, signal })),
});
