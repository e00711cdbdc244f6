import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { Parsed, Posted } from '../stages.ts';

/** SAML bindings 3.5.5.2 */
export function destination({ response }: Pick<Parsed, 'response'>, { serviceProvider }: Posted): Passed {
  const { Destination: received } = response.attributes;
  const { acsUrl } = serviceProvider;
  if (received !== acsUrl)
    throw new CheckFailed('destination', [
      sentence('company.destination.wrong', 'The Destination is {received}. Expected: {expected}.', {
        received: quote(received),
        expected: quote(acsUrl),
      }),
      sentence('company.setAcsUrl', 'Set the ACS URL at the identity provider.'),
    ]);
  return passed(
    sentence('company.destination.passed', 'The Destination is {received}.', { received: quote(received) }),
  );
}
