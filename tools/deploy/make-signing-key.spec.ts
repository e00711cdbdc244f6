import { createPrivateKey, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeKeyPair, type KeyPair } from './make-signing-key.ts';

describe('a new signing key', () => {
  let made: KeyPair[];
  beforeAll(async () => {
    made = await Promise.all(['Foyer single sign-on', 'Entrée 入口'].map(makeKeyPair));
  });

  it('has a self-signed certificate for ten years, for signatures only', () => {
    const { privateKey, certificate } = made[0]!;
    const read = new X509Certificate(certificate);
    expect([read.subject, read.issuer]).toEqual(['CN=Foyer single sign-on', 'CN=Foyer single sign-on']);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
    expect(read.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 });
    expect(read.ca).toBe(false);
    expect(Math.abs(read.validFromDate.getTime() - Date.now())).toBeLessThan(120_000);
    const years = read.validToDate.getUTCFullYear() - read.validFromDate.getUTCFullYear();
    expect(years).toBe(10);
    // The DER of a critical key usage with only digitalSignature (RFC 5280 4.2.1.3).
    expect(read.raw.includes(Buffer.from('0603551d0f0101ff040403020780', 'hex'))).toBe(true);
    // A serial number is positive and has at most 20 bytes (RFC 5280 4.1.2.2). Node omits its leading zeros.
    const serial = `${/^[89A-F]/.test(read.serialNumber) ? '00' : ''}${read.serialNumber}`;
    const length = (serial.length / 2).toString(16).padStart(2, '0').toUpperCase();
    expect(read.raw.toString('hex').toUpperCase()).toContain(`A00302010202${length}${serial}`);
    expect(serial.length).toBeLessThanOrEqual(2 * 20);
  });

  it('can have a name in any script, and has a unique serial number', () => {
    const read = made.map(({ certificate }) => new X509Certificate(certificate));
    expect(read[1]?.toLegacyObject().subject).toEqual({ CN: 'Entrée 入口' });
    expect(read[0]?.serialNumber).not.toBe(read[1]?.serialNumber);
  });
});
