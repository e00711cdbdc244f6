import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, type Passed } from '../check.ts';
import type { Posted } from '../stages.ts';

/** One form with one response, and no query in the URL (SAML bindings 3.5.4). Returns the field SAMLResponse. */
export function form({ form, hasQuery }: Posted): Passed<string> {
  if (form === 'too large')
    throw new CheckFailed('form', [sentence('company.form.tooLarge', 'The body is too large.')], {
      costs: 'BodyTooLarge',
    });
  if (!form)
    throw new CheckFailed('form', [
      sentence(
        'company.form.notAForm',
        'The body is no form, or has many fields. Use the HTTP-POST binding.',
      ),
    ]);
  if (hasQuery)
    throw new CheckFailed('form', [
      sentence('company.form.hasQuery', 'The address has a query. Use the ACS URL exactly as it is given.'),
    ]);
  const { responses, relayStates } = form;
  const [encoded] = responses;
  if (encoded === undefined || responses.length > 1 || relayStates.length > 1)
    throw new CheckFailed('form', [
      sentence(
        'company.form.fieldCounts',
        'The form has {responses} SAMLResponse fields and {relayStates} RelayState fields.',
        {
          responses: responses.length,
          relayStates: relayStates.length,
        },
      ),
      sentence(
        'company.form.expectedFields',
        'Exactly one response and at most one RelayState are expected.',
      ),
    ]);
  return passed(sentence('company.form.passed', 'The form holds one response.'), encoded);
}
