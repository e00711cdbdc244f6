import { CheckFailed, passed, type Passed } from '../check.ts';
import type { Posted } from '../stages.ts';

/** One form, one response in it, and nothing in the address (SAML bindings 3.5.4). Finds the field SAMLResponse. */
export function form({ form, hasQuery }: Posted): Passed<string> {
  if (form === 'too large')
    throw new CheckFailed('form', 'The body is too large.', { costs: 'BodyTooLarge' });
  if (!form)
    throw new CheckFailed('form', 'The body is no form, or has many fields. Use the HTTP-POST binding.');
  if (hasQuery)
    throw new CheckFailed('form', 'The address has a query. Use the ACS URL exactly as it is given.');
  const { responses, relayStates } = form;
  const [encoded] = responses;
  if (encoded === undefined || responses.length > 1 || relayStates.length > 1)
    throw new CheckFailed(
      'form',
      `The form has ${responses.length} SAMLResponse fields and ${relayStates.length} RelayState fields. Exactly one response and at most one RelayState are expected.`,
    );
  return passed('The form holds one response.', encoded);
}
