import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, type Passed } from '../check.ts';
import type { Posted } from '../stages.ts';

/** SAML bindings 3.5.4. Returns the value of the field SAMLResponse. */
export function form({ form, hasQuery }: Posted): Passed<string> {
  if (form === 'too large')
    throw new CheckFailed('form', [sentence('company.form.tooLarge', 'The request body is too large.')], {
      problemCode: 'BodyTooLarge',
    });
  if (!form)
    throw new CheckFailed('form', [
      sentence(
        'company.form.notAForm',
        'The request body isn’t a form, or has too many fields. Use the HTTP-POST binding.',
      ),
    ]);
  if (hasQuery)
    throw new CheckFailed('form', [
      sentence('company.form.hasQuery', 'The URL has a query. Use the ACS URL exactly as given.'),
    ]);
  const { responses, relayStates } = form;
  const [encoded] = responses;
  if (encoded === undefined || responses.length > 1 || relayStates.length > 1)
    throw new CheckFailed('form', [
      sentence(
        'company.form.fieldCounts',
        'Number of fields: {responses} SAMLResponse, {relayStates} RelayState.',
        {
          responses: responses.length,
          relayStates: relayStates.length,
        },
      ),
      sentence('company.form.expectedFields', 'Send exactly one SAMLResponse and at most one RelayState.'),
    ]);
  return passed(sentence('company.form.passed', 'The form has one response.'), encoded);
}
