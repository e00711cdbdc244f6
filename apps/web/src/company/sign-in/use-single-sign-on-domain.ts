import { domainOf, isDomain, normalizeDomain } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import { findIdpDomainReply } from '@foyer/contracts/company/saml';
import { useQuery } from '@tanstack/react-query';
import { mailProviderOf } from '../../fields/mail-providers.ts';
import { send } from '../../http/send.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';

/** A domain is asked about when nobody has typed for so long, and once. */
const PAUSE_MS = 400;

/**
 * The domain of an address, as it was typed, if its people sign in through their company. Only the domain is sent; the
 * well-known mailboxes are nobody's company.
 */
export function useSingleSignOnDomain(email: string, mayAsk: boolean): string | undefined {
  const typed = domainOf(email.trim());
  const settled = useDebouncedValue(typed, PAUSE_MS);
  const domain = normalizeDomain(settled);
  const { data } = useQuery({
    queryKey: ['idp-domain', domain],
    queryFn: ({ signal }) =>
      send(endpoints.findIdpDomain, { body: { domain }, reply: findIdpDomainReply, signal }),
    enabled: mayAsk && isDomain(domain) && !mailProviderOf(domain),
    staleTime: Infinity,
    // An offer, not an answer anybody waits for.
    retry: false,
  });
  return data?.hasSingleSignOn && settled === typed ? typed : undefined;
}
