import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Transaction } from '@foyer/db/client';
import { limits } from '../config/limits.ts';
import { claimLink } from '../account/address/link-pace.ts';
import { Problem } from '../request/problem.ts';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi } from '../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import { invitationsMailedTo, advanceTime, shareEvent } from '../test-support/test-invitations.ts';
import {
  appBudgets,
  InvitationMailsService,
  ownerBudgets,
  productBudgets,
  type SenderBudgets,
} from '../invitations/invitation-mails.service.ts';
import { bucketOf, claimMail, fillIfRoom } from '../mails/mail-limits.ts';
import { NoticesService } from '../mails/notices.service.ts';

const EMAIL = 'ada@example.com';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Try = (count: number) => Promise<number>;
type Step = [secondsLater: number, tries: number, granted: number];

let api: TestApi;

const each =
  (once: (number: number) => Promise<boolean>): Try =>
  async (count) => {
    let granted = 0;
    for (let number = 0; number < count; number++) granted += (await once(number)) ? 1 : 0;
    return granted;
  };

const claimed = (claim: (transaction: Transaction) => Promise<boolean>): Try =>
  each(() => api.prisma.$transaction(claim));

function newMails(count: () => Promise<number>) {
  let known = 0;
  return async () => {
    const before = known;
    known = await count();
    return known - before;
  };
}

const mailedFor = (cause: () => Promise<unknown>): Try => {
  const mails = newMails(async () => (await api.queuedMails()).length);
  return each(async () => {
    await cause();
    return (await mails()) > 0;
  });
};

/** Tries wrong passwords. A try counts as granted unless the account is locked. */
async function wrongPasswords(isKnown: boolean): Promise<Try> {
  await signUp(api, EMAIL);
  const visitor = await api.visit();
  if (isKnown) {
    await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    await visitor.post('/logout', {});
    await visitor.refreshCsrfToken();
  }
  return each(async () => (await visitor.post('/login', { email: EMAIL, password: 'wrong' })).status === 401);
}

const sentBy = (sender: () => SenderBudgets, inOneCall = Number.POSITIVE_INFINITY): Promise<Try> =>
  Promise.resolve(async (count) => {
    let sent = 0;
    for (let left = count; left > 0; left -= inOneCall)
      try {
        await api.service(InvitationMailsService).spend(sender(), Math.min(left, inOneCall));
        sent += Math.min(left, inOneCall);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    return sent;
  });

const throughApp = (grantId: string) =>
  appBudgets({ grantId, clientId: 'planner', user: { id: randomUUID() }, team: { id: randomUUID() } });
const [ADA, TEAM, GRANT] = [randomUUID(), randomUUID(), randomUUID()];

/** The bucket refills evenly within an hour, so in three minutes it gets back a twentieth of its size. */
const anHourOf = (size: number): Step[] => [
  [0, size, size],
  [0, size / 20, 0],
  [100, size / 20, 0],
  [100, size / 20, size / 20],
  [0, size / 20, 0],
];
const lockout: Step[] = [
  [0, 4, 4],
  [9 * MINUTE, 1, 0],
  [9 * MINUTE, 1, 0],
  [2 * MINUTE, 6, 4],
  [11 * MINUTE, 3, 3],
  [11 * MINUTE, 4, 4],
  [MINUTE, 1, 0],
];

const rows: [string, () => Promise<Try>, Step[]][] = [
  ['wrong passwords in unknown browsers', () => wrongPasswords(false), lockout],
  ['wrong passwords in a known browser', () => wrongPasswords(true), lockout],
  ['invitations by a user in an hour', () => sentBy(() => ownerBudgets(ADA, randomUUID())), anHourOf(100)],
  [
    'invitations by a team in an hour',
    () => sentBy(() => ownerBudgets(randomUUID(), TEAM), 100),
    anHourOf(200),
  ],
  ['invitations by a grant in an hour', () => sentBy(() => throughApp(GRANT)), anHourOf(60)],
  ['invitations by an app in an hour', () => sentBy(() => throughApp(randomUUID()), 50), anHourOf(1_000)],
  [
    'invitations by the product in an hour',
    () => sentBy(() => productBudgets(`${randomUUID()}@example.com`), 100),
    anHourOf(2_000),
  ],
  [
    'invitations by one address through the product in an hour',
    () => sentBy(() => productBudgets(EMAIL)),
    anHourOf(100),
  ],
  [
    'invitations by a user in a day',
    () => sentBy(() => ownerBudgets(ADA, randomUUID())),
    [
      [0, 100, 100],
      [HOUR, 100, 100],
      [HOUR, 100, 100],
      [HOUR, 100, 0],
      [0, 37, 37],
      [0, 10, 0],
    ],
  ],
  [
    'invitations by an app for users who have sent few',
    async () => {
      const busy = await sentBy(() => throughApp(randomUUID()), 50);
      await busy(1_000);
      return sentBy(() => throughApp(randomUUID()));
    },
    [
      [0, 6, 0],
      [0, 5, 5],
    ],
  ],
  [
    'mails about a forgotten password',
    async () => {
      await signUp(api, EMAIL);
      const visitor = await api.visit();
      await api.queuedMails();
      await api.pool.query('DELETE FROM pgboss.job');
      return mailedFor(() => visitor.post('/forgot-password', { email: EMAIL }));
    },
    [
      [0, 1, 1],
      [MINUTE, 1, 0],
      [MINUTE, 1, 1],
      [2 * MINUTE, 1, 0],
      [56 * MINUTE, 1, 0],
      [2 * MINUTE, 1, 1],
      [58 * MINUTE, 1, 0],
      [2 * MINUTE, 1, 1],
      // After less than a day without a mail, still only one mail per hour is sent.
      [23 * HOUR, 1, 1],
      [3 * MINUTE, 1, 0],
      [DAY, 1, 1],
      [3 * MINUTE, 1, 1],
      [3 * MINUTE, 1, 0],
    ],
  ],
  [
    'codes for a lost second factor',
    async () => claimed(async (transaction) => (await claimMail(transaction, EMAIL, 'lost-factor')) === 0),
    [
      [0, 3, 2],
      [59 * MINUTE, 1, 0],
      [2 * MINUTE, 2, 1],
      [23 * HOUR, 2, 1],
      [DAY, 1, 1],
      // After a second mail within a day, only one mail per hour is sent.
      [23 * HOUR, 2, 1],
      [59 * MINUTE, 1, 0],
    ],
  ],
  [
    'links for a change of address, requested by one user',
    async () =>
      claimed(async (transaction) => (await claimLink(transaction, { newEmail: EMAIL, userId: ADA })) === 0),
    [
      [0, 2, 1],
      [MINUTE, 1, 0],
      [MINUTE, 2, 1],
      [5.9 * HOUR, 1, 0],
      [0.2 * HOUR, 2, 1],
      [23 * HOUR, 2, 1],
      [5.9 * HOUR, 1, 0],
      [DAY, 2, 1],
      [2 * MINUTE, 2, 1],
      [2 * MINUTE, 1, 0],
    ],
  ],
  [
    'links for a change of address, requested by different users',
    async () =>
      claimed(
        async (transaction) =>
          (await claimLink(transaction, { newEmail: EMAIL, userId: randomUUID() })) === 0,
      ),
    [
      [0, 6, 4],
      [59 * MINUTE, 1, 0],
      [2 * MINUTE, 2, 1],
      [HOUR, 2, 1],
      [DAY, 6, 4],
    ],
  ],
  [
    'links for a change of address, requested by different users some hours later',
    async () =>
      claimed(
        async (transaction) =>
          (await claimLink(transaction, { newEmail: EMAIL, userId: randomUUID() })) === 0,
      ),
    [
      [0, 6, 4],
      [2 * HOUR, 6, 2],
      [4 * HOUR, 6, 4],
    ],
  ],
  [
    'invitation mails',
    async () => {
      const mails = newMails(async () => (await invitationsMailedTo(api, EMAIL)).length);
      return async (count) => {
        let mailed = 0;
        for (let number = 0; number < count; number++) {
          await shareEvent(api, EMAIL, { event: randomUUID() });
          mailed += await mails();
        }
        return mailed + (await mails());
      };
    },
    [
      [0, 2, 1],
      [MINUTE, 0, 0],
      [MINUTE, 0, 1],
      [2 * MINUTE, 1, 1],
      [2 * MINUTE, 1, 1],
      [2 * MINUTE, 1, 0],
      [5 * HOUR, 0, 0],
      [HOUR, 0, 1],
      [6 * HOUR, 2, 1],
    ],
  ],
  [
    'equal notices',
    async () =>
      mailedFor(() =>
        api.prisma.$transaction((transaction) =>
          api.service(NoticesService).notify(transaction, {
            kind: 'password-changed',
            to: EMAIL,
            content: { firstName: 'Ada', passkeys: 0 },
          }),
        ),
      ),
    [
      [0, 2, 1],
      [MINUTE, 1, 0],
      [MINUTE, 2, 1],
    ],
  ],
  [
    'notices about users who wait for a seat',
    async () =>
      claimed(
        async (transaction) =>
          (await fillIfRoom(transaction, [bucketOf(limits.ownerNotices, EMAIL, 'seats-requested')])) === 0,
      ),
    [
      [0, 2, 1],
      [59 * MINUTE, 1, 0],
      [MINUTE, 2, 1],
    ],
  ],
  [
    'notices about unfinished logins',
    async () =>
      claimed(
        async (transaction) =>
          (await fillIfRoom(transaction, [bucketOf(limits.deviceNotices, EMAIL, 'login-unfinished')])) === 0,
      ),
    [
      [0, 2, 1],
      [23 * HOUR, 1, 0],
      [HOUR, 2, 1],
    ],
  ],
];

describe('limits on attempts and mails', () => {
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  it.each(rows)('apply to %s', async (_name, prepare, steps) => {
    const attempt = await prepare();
    const granted: Step[] = [];
    for (const [secondsLater, tries] of steps) {
      await advanceTime(api, secondsLater);
      granted.push([secondsLater, tries, await attempt(tries)]);
    }
    expect(granted).toEqual(steps);
  });
});
