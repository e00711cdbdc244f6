import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUp, signUpByMail } from './test-accounts.ts';
import { TestApi } from './test-api.ts';
import { GOOD_PASSWORD } from './test-bodies.ts';

const OWN_VALUES = [
  'id',
  'userId',
  'teamId',
  'ownerId',
  'email',
  'passwordHash',
  'tokenHash',
  'ipAddress',
  'userAgent',
  'createdAt',
  'passwordSetAt',
  'lastSeenAt',
  'expiresAt',
  'authenticatedAt',
  'stepUpAt',
  'teamSince',
];

/** Compares only whether a value exists if it differs between accounts (`OWN_VALUES`). */
function alike(key: string, value: unknown): unknown {
  return OWN_VALUES.includes(key) ? value !== null : value;
}

describe('accounts for specs', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const keptOf = async (email: string): Promise<unknown> => {
    const include = { team: true, sessions: true, knownDevices: true, ownedTeam: true };
    const user = await api.prisma.user.findUniqueOrThrow({ where: { email }, include });
    const mails = (await api.queuedMails()).filter(({ to, kind }) => to === email && kind !== 'verify-email');
    return JSON.parse(
      JSON.stringify({ user, mails: mails.map(({ kind, content }) => ({ kind, content })) }, alike),
    );
  };

  it.each([{}, { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' }])(
    'are the same as accounts that are created by the form and its mail: %j',
    async (changes) => {
      const direct = await signUp(api, 'direct@example.com', changes);
      const byMail = await signUpByMail(api, 'mailed@example.com', changes);
      expect(await keptOf('direct@example.com')).toEqual(await keptOf('mailed@example.com'));
      const sessions = await Promise.all([direct, byMail].map((visitor) => visitor.get('/session')));
      const [one, other] = sessions.map(({ body }) => Object.keys(body as object).toSorted());
      expect(one).toEqual(other);
      expect(await api.prisma.registration.count()).toBe(0);
    },
  );

  it('can log in with the password of the specs', async () => {
    await signUp(api, 'ada@example.com');
    const visitor = await api.visit();
    const login = await visitor.post('/login', { email: 'ada@example.com', password: GOOD_PASSWORD });
    expect(login.status).toBe(200);
  });
});
