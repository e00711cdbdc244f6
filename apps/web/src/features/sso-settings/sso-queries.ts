import { endpoints } from '@foyer/contracts/endpoints';
import { ssoSettingsReply, ssoTestReply } from '@foyer/contracts/saml';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** The identity providers of the visitor's team; for its owner alone. */
export const ssoSettingsQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.ssoSettings, { reply: ssoSettingsReply, signal })),
});

/** A test login's report; immutable. */
export const ssoTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['sso', 'test', id],
    queryFn: ({ client, signal }) =>
      asSignedIn(client, send(endpoints.ssoTest, { params: { id }, reply: ssoTestReply, signal })),
    staleTime: Infinity,
  });
