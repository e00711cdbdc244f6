import { endpoints } from '@foyer/contracts/endpoints';
import { ssoSettingsReply, ssoTestReply } from '@foyer/contracts/company/saml';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';

/** The identity providers of the visitor's team; for its owner only. */
export const ssoSettingsQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: fetchSignedIn(endpoints.ssoSettings, { reply: ssoSettingsReply }),
});

/** A test login's report; immutable. */
export const ssoTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['sso', 'test', id],
    queryFn: fetchSignedIn(endpoints.ssoTest, { params: { id }, reply: ssoTestReply }),
    staleTime: Infinity,
  });
