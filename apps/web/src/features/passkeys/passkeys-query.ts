import { endpoints } from '@foyer/contracts/endpoints';
import { passkeysReply } from '@foyer/contracts/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** The visitor's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.passkeys, { reply: passkeysReply, signal })),
});
