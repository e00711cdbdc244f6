import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { limits } from '../config/limits.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { advanceLimits } from '../test-support/test-limits.ts';
import { NoticesService } from './notices.service.ts';

const EMAIL = 'ada@example.com';
const HOUR = 3_600;

describe('mails that anyone can cause', () => {
  let api: TestApi;
  let stranger: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    stranger = await api.visit();
  });

  const count = async () => (await api.queuedMails()).filter(({ kind }) => kind !== 'welcome').length;

  const asks: [string, () => Promise<void>, () => Promise<unknown>][] = [
    [
      'a password reset',
      async () => void (await signUp(api, EMAIL)),
      async () => stranger.post('/forgot-password', { email: EMAIL }),
    ],
    [
      'a sign-up with the address of an account',
      async () => void (await signUp(api, EMAIL)),
      async () => stranger.post('/register-by-email', signUpBody()),
    ],
    [
      'a sign-up with a new address',
      async () => {},
      async () => stranger.post('/register-by-email', signUpBody()),
    ],
    [
      'the verification of a pending sign-up',
      async () => void (await (await api.visit()).post('/register-by-email', signUpBody())),
      async () => stranger.post('/verify-email/resend', { email: EMAIL }),
    ],
  ];

  it.each(asks)(
    'for %s are sent immediately, after the cooldown, and then once an hour',
    async (_name, prepare, ask) => {
      await prepare();
      await api.queuedMails();
      await advanceLimits(api);
      await api.pool.query('DELETE FROM pgboss.job');
      const mailsAfter = async (seconds: number) => {
        await advanceLimits(api, seconds);
        await ask();
        return count();
      };
      expect(await mailsAfter(0)).toBe(1);
      expect(await mailsAfter(MAIL_COOLDOWN_SECONDS - 10)).toBe(1);
      expect(await mailsAfter(10)).toBe(2);
      expect(await mailsAfter(MAIL_COOLDOWN_SECONDS)).toBe(2);
      expect(await mailsAfter(HOUR - MAIL_COOLDOWN_SECONDS - 10)).toBe(2);
      expect(await mailsAfter(MAIL_COOLDOWN_SECONDS)).toBe(3);
      expect(await mailsAfter(HOUR / 2)).toBe(3);
      expect(await mailsAfter(HOUR / 2)).toBe(4);
      // After a day without a mail, two mails are allowed again.
      expect(await mailsAfter(limits.accountMails.seconds)).toBe(5);
      expect(await mailsAfter(MAIL_COOLDOWN_SECONDS)).toBe(6);
      expect(await mailsAfter(MAIL_COOLDOWN_SECONDS)).toBe(6);
    },
  );

  it('are sent once an hour while a stranger requests them all day, so no user waits longer [asvs 2.4.1]', async () => {
    await signUp(api, EMAIL);
    await api.pool.query('DELETE FROM pgboss.job');
    let last = 0;
    let mails = 0;
    for (let minute = 0; minute <= 24 * 60;) {
      await stranger.post('/forgot-password', { email: EMAIL });
      const now = await count();
      const isMailed = now > mails;
      if (isMailed) {
        expect(minute - last).toBeLessThanOrEqual(60);
        [last, mails] = [minute, now];
      }
      // Skips the calls in the middle of the day that would get no mail.
      const pause = isMailed && minute > 2 * 60 && minute < 22 * 60 ? 60 : 20;
      await advanceLimits(api, pause * 60);
      minute += pause;
    }
    // The first mail, the second one after the cooldown, and then one an hour.
    expect(mails).toBeGreaterThanOrEqual(24);
    expect(mails).toBeLessThanOrEqual(26);
  });
});

describe('notices', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const notify = (firstName: string) =>
    api.prisma.$transaction((transaction) =>
      api
        .service(NoticesService)
        .notify(transaction, { kind: 'password-changed', to: EMAIL, content: { firstName, passkeys: 0 } }),
    );
  const names = async () =>
    (await api.queuedMails()).map((mail) => ('firstName' in mail.content ? mail.content.firstName : ''));

  it('are merged if they are equal and within the cooldown, and at least one is sent', async () => {
    await Promise.all(Array.from({ length: 10 }, () => notify('Ada')));
    expect(await names()).toEqual(['Ada']);
    await notify('Augusta');
    expect(await names()).toEqual(['Ada', 'Augusta']);
  });

  it('are never held back by the number of earlier notices', async () => {
    for (let number = 0; number < 30; number++) {
      await notify('Ada');
      await advanceLimits(api, MAIL_COOLDOWN_SECONDS + 1);
    }
    expect(await names()).toHaveLength(30);
  });

  it('are not sent if their transaction is rolled back', async () => {
    const failed = api.prisma.$transaction(async (transaction) => {
      await api.service(NoticesService).notify(transaction, {
        kind: 'password-changed',
        to: EMAIL,
        content: { firstName: 'Ada', passkeys: 0 },
      });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await notify('Ada');
    expect(await names()).toEqual(['Ada']);
  });
});
