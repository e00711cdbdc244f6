import { endpoints } from '@foyer/contracts/endpoints';
import { ssoSettingsReply, ssoTestReply } from '@foyer/contracts/company/saml';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';

/** The identity providers of the visitor's team. Only the owner can read them. */
export const ssoSettingsQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: fetchSignedIn(endpoints.ssoSettings, { reply: ssoSettingsReply }),
});

/** A test login's report, which never changes. */
export const ssoTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['sso', 'test', id],
    queryFn: fetchSignedIn(endpoints.ssoTest, { params: { id }, reply: ssoTestReply }),
    staleTime: Infinity,
  });
