import { domainOf, isDomain, normalizeDomain } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import { findIdpDomainReply } from '@foyer/contracts/company/saml';
import { useQuery } from '@tanstack/react-query';
import { mailProviderOf } from '../../fields/mail-providers.ts';
import { send } from '../../http/send.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

/** How long typing must pause before a domain is looked up. */
const PAUSE_MS = 400;

/**
 * The domain of an address, as typed, if its people sign in through their company. Sends only the domain. Skips public mail
 * providers, which belong to no company.
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
    // An offer that no one waits for.
    retry: false,
  });
  return data?.hasSingleSignOn && settled === typed ? typed : undefined;
}
