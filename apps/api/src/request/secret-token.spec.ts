import { describe, expect, it } from '@jest/globals';
import { hashToken, mintToken } from './secret-token.ts';

describe('a secret token', () => {
  it('is 256 random bits and differs each time [asvs 7.2.3, 11.5.1]', () => {
    const tokens = Array.from({ length: 1000 }, mintToken);
    expect(new Set(tokens).size).toBe(1000);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('is stored as its SHA-256', () => {
    expect(Buffer.from(hashToken('abc')).toString('hex')).toMatch(/^ba7816bf8f01cfea/);
  });
});
