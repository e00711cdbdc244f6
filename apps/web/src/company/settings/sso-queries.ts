import { endpoints } from '@foyer/contracts/endpoints';
import { ssoSettingsReply, ssoTestReply } from '@foyer/contracts/company/saml';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const ssoSettingsQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: fetchSignedIn(endpoints.ssoSettings, { reply: ssoSettingsReply }),
});

/** A report never changes, so it stays fresh. */
export const ssoTestQuery = (id: string) =>
  queryOptions({
    queryKey: ['sso', 'test', id],
    queryFn: fetchSignedIn(endpoints.ssoTest, { params: { id }, reply: ssoTestReply }),
    staleTime: Infinity,
  });
