import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { Parsed, Posted } from '../stages.ts';
import { ASSERTION, childrenOf } from '../xml-document.ts';

/** Response and assertion both come from the registered identity provider (SAML profiles 4.1.4.2). */
export function issuer(
  { response, assertion }: Pick<Parsed, 'response' | 'assertion'>,
  { idp }: Posted,
): Passed {
  if (!assertion) throw new CheckFailed('issuer', 'The response has no assertion.');
  for (const [where, element] of Object.entries({ response, assertion })) {
    const issuers = childrenOf(element, ASSERTION, 'Issuer');
    if (issuers.length !== 1 || issuers[0]?.text !== idp.entityId)
      throw new CheckFailed(
        'issuer',
        `The issuer of the ${where} is ${quote(issuers[0]?.text)}, expected is ${quote(idp.entityId)}. Give us the right entity ID of the identity provider.`,
      );
  }
  return passed(`The issuer is ${quote(idp.entityId)}.`);
}
