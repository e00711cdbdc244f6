import { domainOf, isDomain, normalizeDomain } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import { findIdpDomainReply } from '@foyer/contracts/company/saml';
import { useQuery } from '@tanstack/react-query';
import { mailProviderOf } from '../../fields/mail-providers.ts';
import { send } from '../../http/send.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

/** A domain is looked up after this pause in typing. */
const PAUSE_MS = 400;

/**
 * Returns the domain of an email address if the domain has single sign-on. Sends only the domain to the server, and
 * nothing for the large mail providers.
 */
export function useSingleSignOnDomain(email: string, isEnabled: boolean): string | undefined {
  const typed = domainOf(email.trim());
  const settled = useDebouncedValue(typed, PAUSE_MS);
  const domain = normalizeDomain(settled);
  const { data } = useQuery({
    queryKey: ['idp-domain', domain],
    queryFn: ({ signal }) =>
      send(endpoints.findIdpDomain, { body: { domain }, reply: findIdpDomainReply, signal }),
    enabled: isEnabled && isDomain(domain) && !mailProviderOf(domain),
    staleTime: Infinity,
    // Without the offer of single sign-on, the form still works, so one attempt is enough.
    retry: false,
  });
  return data?.hasSingleSignOn && settled === typed ? typed : undefined;
}
