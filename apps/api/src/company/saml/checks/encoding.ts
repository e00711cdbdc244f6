import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, type Passed } from '../check.ts';

/** Accepts Base64 (RFC 4648, section 4) with or without line breaks. Returns the text. */
export function encoding(encoded: string): Passed<string> {
  const text = encoded.replace(/[\r\n]/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text)
    throw new CheckFailed('encoding', [
      sentence('company.encoding.notBase64', 'The SAMLResponse field isn’t base64. Don’t compress it.'),
    ]);
  try {
    const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return passed(sentence('company.encoding.passed', 'The response is base64-encoded UTF-8.'), xml);
  } catch (cause) {
    throw new CheckFailed('encoding', [sentence('company.encoding.notUtf8', 'The response isn’t UTF-8.')], {
      cause,
    });
  }
}
