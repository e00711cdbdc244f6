import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** NIST SP 800-57 part 1, table 2: as strong as a 128-bit key. */
const KEY_BITS = 3072;
const LIFE_YEARS = 10;

const SERIAL_BYTES = 16;
/** Tags of DER (X.690 8), as a certificate needs them (RFC 5280 4.1). */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
} as const;
const OBJECT_ID = {
  sha256WithRsa: Buffer.from('2a864886f70d01010b', 'hex'),
  commonName: Buffer.from('550403', 'hex'),
  keyUsage: Buffer.from('551d0f', 'hex'),
};
/** Seven bits unused; the first is digitalSignature. */
const DIGITAL_SIGNATURE = Buffer.from([7, 0x80]);

/** Both as PEM. */
export interface KeyPair {
  /** PKCS #8. */
  privateKey: string;
  /** Self-signed: identity providers compare the certificate itself, nobody follows a chain. */
  certificate: string;
}

/** A new RSA key with a certificate for ten years. */
export async function makeKeyPair(commonName: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  const from = new Date();
  const until = new Date(from);
  until.setUTCFullYear(until.getUTCFullYear() + LIFE_YEARS);
  const name = sequence(
    der('set', sequence(der('objectId', OBJECT_ID.commonName), der('utf8String', Buffer.from(commonName)))),
  );
  const algorithm = sequence(der('objectId', OBJECT_ID.sha256WithRsa), der('null'));
  const usage = sequence(
    der('objectId', OBJECT_ID.keyUsage),
    der('boolean', Buffer.from([0xff])),
    der('octetString', der('bitString', DIGITAL_SIGNATURE)),
  );
  const content = sequence(
    der('version', der('integer', Buffer.from([2]))),
    der('integer', serialNumber()),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der('extensions', sequence(usage)),
  );
  const signature = der('bitString', Buffer.from([0]), sign('sha256', content, privateKey));
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toPem(sequence(content, algorithm, signature)),
  };
}

/** One entry of SAML_SIGNING_KEY: base64 of the private key as PEM, followed by its certificate as PEM. */
export async function makeSigningKey(commonName: string): Promise<string> {
  const { privateKey, certificate } = await makeKeyPair(commonName);
  return Buffer.from(`${privateKey.trim()}\n${certificate.trim()}\n`).toString('base64');
}

/** Tag, length and contents. */
function der(tag: keyof typeof TAG, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([TAG[tag], ...lengthOf(content)]), content]);
}

const sequence = (...contents: Buffer[]): Buffer => der('sequence', ...contents);

function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length];
  const bytes = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return [0x80 | bytes.length, ...bytes];
}

/** Positive, and with no zero in front that another byte does not need. */
function serialNumber(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = (bytes.readUInt8(0) & 0x7f) | 0x40;
  return bytes;
}

/** To the second, in UTC. RFC 5280 4.1.2.5 wants two digits of the year until 2049 and four after it. */
function time(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/\.\d+|[-:T]/g, '');
  return date.getUTCFullYear() < 2050
    ? der('utcTime', Buffer.from(text.slice(2)))
    : der('generalizedTime', Buffer.from(text));
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
