import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, type Passed } from '../check.ts';
import type { Parsed, Posted } from '../stages.ts';

/** If the connection does not use encryption, xml.ts rejects encrypted assertions. */
export function encryption({ assertion, decryptionKey }: Parsed, { idp }: Posted): Passed {
  if (assertion && idp.isAssertionEncrypted && decryptionKey === undefined)
    throw new CheckFailed('xml', [
      sentence(
        'company.encryption.required',
        'The assertion isn’t encrypted, but this connection requires it. Turn on encryption.',
      ),
    ]);
  return passed(
    sentence('company.encryption.passed', 'The assertion’s encryption matches the connection settings.'),
  );
}
