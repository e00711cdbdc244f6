import { endpoints } from '@foyer/contracts/endpoints';
import { secondFactorReply } from '@foyer/contracts/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** The visitor's authenticator app, recovery codes and remembered browsers. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.secondFactor, { reply: secondFactorReply, signal })),
});
