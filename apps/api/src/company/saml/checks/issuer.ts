import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { Parsed, Posted } from '../stages.ts';
import { ASSERTION, childrenOf } from '../xml-document.ts';

/** SAML profiles 4.1.4.2 */
export function issuer(
  { response, assertion }: Pick<Parsed, 'response' | 'assertion'>,
  { idp }: Posted,
): Passed {
  if (!assertion)
    throw new CheckFailed('issuer', [
      sentence('company.issuer.noAssertion', 'The response has no assertion.'),
    ]);
  for (const [where, element] of Object.entries({ response, assertion })) {
    const issuers = childrenOf(element, ASSERTION, 'Issuer');
    if (issuers.length !== 1 || issuers[0]?.text !== idp.entityId)
      throw new CheckFailed('issuer', [
        sentence(
          'company.issuer.wrong',
          '{where, select, response {The issuer of the response is {received}. Expected: {expected}.} other {The issuer of the assertion is {received}. Expected: {expected}.}}',
          { where, received: quote(issuers[0]?.text), expected: quote(idp.entityId) },
        ),
        sentence('company.sendMetadata', 'Send our support team your identity provider’s current metadata.'),
      ]);
  }
  return passed(
    sentence('company.issuer.passed', 'The issuer is {received}.', { received: quote(idp.entityId) }),
  );
}
