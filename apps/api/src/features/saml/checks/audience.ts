import { CheckFailed, quote, required, type Check } from '../examination.ts';
import { ASSERTION, childrenOf } from '../xml-document.ts';

/** Every restriction names us, and there is one (SAML core 2.5.1.4). */
export const audience: Check = (examination) => {
  const restrictions = childrenOf(required(examination.assertion), ASSERTION, 'Conditions')
    .flatMap((conditions) => childrenOf(conditions, ASSERTION, 'AudienceRestriction'))
    .map((restriction) => childrenOf(restriction, ASSERTION, 'Audience').map(({ text }) => text));
  const { entityId } = examination.serviceProvider;
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(entityId)))
    throw new CheckFailed(
      'audience',
      `The audience is ${restrictions.flat().map(quote).join(', ') || 'missing'}, expected is ${quote(entityId)}. Set the entity ID (audience) of the portal at the identity provider.`,
    );
  return { detail: `The audience is ${quote(entityId)}.` };
};
