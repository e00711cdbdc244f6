import { CheckFailed, required, type Check } from '../examination.ts';

/** Base64 (RFC 4648, section 4), in lines or in one, of UTF-8. */
export const encoding: Check = (examination) => {
  const text = required(examination.encoded).replace(/[\r\n]/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text)
    throw new CheckFailed(
      'encoding',
      'The field SAMLResponse is not base64. It must not be compressed either.',
    );
  try {
    examination.xml = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CheckFailed('encoding', 'The response is not UTF-8.', { cause });
  }
  return { detail: 'The response is base64 of UTF-8.' };
};
