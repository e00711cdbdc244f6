import { describe, expect, it } from '@jest/globals';
import { decodeInvitationCode, encodeInvitationCode } from './invitation.ts';

describe('invitation codes', () => {
  it.each(['a', 'ab', 'abc', 'P8u_2c-Q1dQ0k7vJrB3mXlT9yZ5wHn6sEoAfGiUjVKM'])(
    'contain the secret ID %s',
    (secretId) => {
      const code = encodeInvitationCode(secretId);
      expect(code).toMatch(/^[\w-]+$/);
      expect(decodeInvitationCode(code)).toBe(secretId);
    },
  );

  it.each(['', '%', 'a', 'Li4vc2Vzc2lvbg', 'PHNjcmlwdD4', btoa('a b'), btoa('a'.repeat(201))])(
    'that are invalid are not decoded: %j',
    (code) => expect(decodeInvitationCode(code)).toBeUndefined(),
  );
});
