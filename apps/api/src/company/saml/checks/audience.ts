import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, VALUE_MISSING, passed, quote, type Passed } from '../check.ts';
import type { Authenticated, Posted } from '../stages.ts';
import { ASSERTION, childrenOf, type XmlElement } from '../xml-document.ts';

/** Each audience restriction must contain the portal's entity ID (SAML core 2.5.1.4). */
export function audience({ assertion }: Authenticated, { serviceProvider }: Posted): Passed<string> {
  const restrictions = audiencesIn(assertion).map((audiences) => audiences.map(({ text }) => text));
  const { entityId } = serviceProvider;
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(entityId)))
    throw new CheckFailed('audience', [
      sentence('company.audience.wrong', 'The audience is {received}. Expected: {expected}.', {
        received: restrictions.flat().length > 0 ? { list: restrictions.flat().map(quote) } : VALUE_MISSING,
        expected: quote(entityId),
      }),
      sentence(
        'company.audience.howToFix',
        'At the identity provider, set the portal’s entity ID as the audience.',
      ),
    ]);
  return passed(
    sentence('company.audience.passed', 'The audience is {received}.', { received: quote(entityId) }),
    entityId,
  );
}

export function audiencesIn(assertion: XmlElement): XmlElement[][] {
  return childrenOf(assertion, ASSERTION, 'Conditions')
    .flatMap((conditions) => childrenOf(conditions, ASSERTION, 'AudienceRestriction'))
    .map((restriction) => childrenOf(restriction, ASSERTION, 'Audience'));
}
