import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from '../test-support/test-bodies.ts';
import { advanceLimits } from '../test-support/test-limits.ts';
import { mintLink } from './one-time-links.queries.ts';

const EMAIL = 'ada@example.com';
const OTHER_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXRoaW5n$ZWxzZQ';

describe('one-time links', () => {
  let api: TestApi;
  let owner: Visitor;
  let userId: string;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  const stateOf = async (token: string) =>
    ((await api.http.get(`/password-link?resetToken=${token}`)).body as { state: string }).state;
  const reset = async (token: string, password = 'Another-Good-One-9!') => {
    const { status, body } = await (
      await api.visit()
    ).post(`/reset-password?resetToken=${token}`, passwordBody(password));
    return [status, (body as { code?: string }).code];
  };
  const mint = () =>
    api.prisma.$transaction((transaction) =>
      mintLink(transaction, { purpose: 'reset_password', email: EMAIL, userId }),
    );

  /** Locks the user and starts the call. When the call waits for the lock, makes the change and commits it. */
  async function whileWaiting<T>(
    change: (client: PoolClient) => Promise<unknown>,
    call: () => Promise<T>,
  ): Promise<T> {
    const client = await api.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
      const answered = call();
      await api.untilLockWait();
      await change(client);
      await client.query('COMMIT');
      return await answered;
    } finally {
      client.release();
    }
  }

  describe('that reset a password', () => {
    beforeEach(async () => {
      await api.empty();
      owner = await signUp(api, EMAIL);
      ({ id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: EMAIL } }));
    });

    it('are valid for one hour', async () => {
      await mint();
      const { rows } = await api.pool.query(
        `SELECT extract(epoch FROM expires_at - created_at)::int AS life FROM one_time_links WHERE user_id IS NOT NULL`,
      );
      expect(rows).toEqual([{ life: 3_600 }]);
    });

    it('can coexist, and are not ended by a stranger’s request', async () => {
      const tokens = [await mint(), await mint()];
      const stranger = await api.visit();
      await stranger.post('/forgot-password', { email: EMAIL });
      await stranger.post('/register-by-email', signUpBody());
      expect(await api.mailedToken(EMAIL, 'reset-password')).toMatch(/^[\w-]{43}$/);
      for (const token of tokens) expect(await stateOf(token)).toBe('valid');
    });

    it.each<[string, () => Promise<unknown>]>([
      ['another link is used', async () => reset(await mint())],
      [
        'the password changes in the settings',
        () =>
          owner.post('/settings/security/password', {
            current_password: GOOD_PASSWORD,
            ...passwordBody('Another-Good-One-9!'),
          }),
      ],
      [
        'the address changes',
        () => api.prisma.user.update({ where: { id: userId }, data: { email: 'eve@example.com' } }),
      ],
      [
        'an admin deactivates the user',
        () => api.pool.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]),
      ],
    ])('are all replaced when %s', async (_name, change) => {
      const tokens = [await mint(), await mint()];
      await change();
      for (const token of tokens) {
        expect(await stateOf(token)).toBe('replaced');
        expect(await reset(token)).toEqual([410, 'LinkReplaced']);
      }
    });

    it('stay valid when other data of the user changes', async () => {
      const token = await mint();
      await api.prisma.user.update({
        where: { id: userId },
        data: { firstName: 'Augusta', email: EMAIL, deactivatedAt: null },
      });
      expect(await stateOf(token)).toBe('valid');
      expect(await reset(token)).toEqual([200, undefined]);
    });

    it('are rejected as replaced if the password changes while the new one is being hashed', async () => {
      const token = await mint();
      const answer = await whileWaiting(
        (client) => client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, OTHER_HASH]),
        () => reset(token),
      );
      expect(answer).toEqual([410, 'LinkReplaced']);
      const { passwordHash } = await api.prisma.user.findUniqueOrThrow({ where: { id: userId } });
      expect(passwordHash).toBe(OTHER_HASH);
    });

    it.each([
      ['used', 'used_at = now()', 'LinkUsed'],
      ['expired', `expires_at = now() - interval '1 second'`, 'LinkExpired'],
    ])(
      'are rejected as %s if that happens while the password is being hashed',
      async (_name, change, code) => {
        const token = await mint();
        const answer = await whileWaiting(
          (client) => client.query(`UPDATE one_time_links SET ${change} WHERE user_id = $1`, [userId]),
          () => reset(token),
        );
        expect(answer).toEqual([410, code]);
        expect(await reset(token)).toEqual([410, code]);
      },
    );

    it('work for one of four concurrent calls with different links, which replaces the others', async () => {
      const tokens = await Promise.all(Array.from({ length: 4 }, mint));
      const answers = await Promise.all(
        tokens.map((token, number) => reset(token, `Another-Good-One-${number}!`)),
      );
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(([status]) => status !== 200))
        expect(answer).toEqual([410, 'LinkReplaced']);
    });

    it('do not outlive a password change that began while they were being created', async () => {
      let token = '';
      let changed: Promise<unknown> = Promise.resolve();
      await api.prisma.$transaction(async (transaction) => {
        token = await mintLink(transaction, { purpose: 'reset_password', email: EMAIL, userId });
        changed = api.pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, OTHER_HASH]);
        await api.untilLockWait();
      });
      await changed;
      expect(await stateOf(token)).toBe('replaced');
    });
  });

  describe('that create a password', () => {
    beforeEach(() => api.empty());

    async function register(): Promise<string> {
      const visitor = await api.visit();
      await advanceLimits(api);
      await visitor.post('/register-by-email', signUpBody({ company: `Company ${randomUUID()}` }));
      return api.mailedToken(EMAIL, 'verify-email');
    }

    it('can coexist until one of them creates the account, and then all count as used', async () => {
      const tokens = [await register(), await register(), await register()];
      expect(new Set(tokens).size).toBe(3);
      for (const token of tokens) expect(await stateOf(token)).toBe('valid');
      expect(await reset(tokens[1] ?? '')).toEqual([200, undefined]);
      for (const token of tokens) {
        expect(await stateOf(token)).toBe('used');
        expect(await reset(token)).toEqual([410, 'LinkUsed']);
      }
      expect(await api.prisma.registration.count()).toBe(0);
    });

    it('work for one of four concurrent calls with different links', async () => {
      const tokens: string[] = [];
      for (let number = 0; number < 4; number++) tokens.push(await register());
      const answers = await Promise.all(
        tokens.map((token, number) => reset(token, `Another-Good-One-${number}!`)),
      );
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(([status]) => status !== 200))
        expect(answer).toEqual([410, 'LinkUsed']);
      expect(await api.prisma.user.count()).toBe(1);
      expect(await api.prisma.team.count()).toBe(1);
    });
  });
});
