import { describe, expect, it } from '@jest/globals';
import { testUser } from '../test-portal.tsx';
import { identify, identifyThrough } from './identify.ts';

describe('identify', () => {
  it('sends the fields of the specification and no others', async () => {
    const calls: unknown[] = [];
    identifyThrough({ identify: (...call) => void calls.push(call) });
    identify({ ...testUser, addressable_name: 'Ada Lovelace' }, { writeKey: 'key' });
    await Promise.resolve();
    const traits = {
      platformUserId: testUser.platform_user_id,
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      persona: 'planner',
      teamName: 'Analytical Engines',
      isCVIIUser: false,
    };
    expect(calls).toEqual([[testUser.platform_user_id, traits]]);
  });

  it('ignores a script that throws', () => {
    identifyThrough({
      identify: () => {
        throw new Error('blocked');
      },
    });
    expect(() => identify(testUser, { writeKey: 'key' })).not.toThrow();
  });
});
