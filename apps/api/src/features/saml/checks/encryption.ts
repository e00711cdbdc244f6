import { CheckFailed, passed, type Passed } from '../check.ts';
import type { Parsed, Posted } from '../stages.ts';

/** An assertion comes encrypted where that was arranged; xml.ts refuses one that does where it was not. */
export function encryption({ assertion, decryptionKey }: Parsed, { idp }: Posted): Passed {
  if (assertion && idp.isAssertionEncrypted && decryptionKey === undefined)
    throw new CheckFailed('xml', 'The assertion is not encrypted, as was arranged. Turn encryption on.');
  return passed('The assertion comes as was arranged.');
}
