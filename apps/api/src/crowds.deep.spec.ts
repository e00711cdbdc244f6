import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { ahead, typedSql } from '@foyer/db/typed-sql';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { hashToken, mintToken } from './request/secret-token.ts';
import { signUp, signUpOwner, teamMemberBody } from './test-support/test-accounts.ts';
import { TestApi, type Visitor } from './test-support/test-api.ts';
import { GOOD_PASSWORD, passwordBody } from './test-support/test-bodies.ts';
import { TestFactor } from './test-support/test-factor.ts';
import { shareEvent } from './test-support/test-invitations.ts';

const ADA = 'ada@example.com';
const GUEST = 'gina@example.com';
const OWNER = 'olive@example.com';

/** Each test makes more concurrent calls than there are database connections. */
describe('concurrent calls', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  type Reply = { status: number };
  const crowd = async (count: number, call: (visitor: Visitor, number: number) => PromiseLike<Reply>) => {
    const visitors = await Promise.all(Array.from({ length: count }, () => api.visit()));
    return Promise.all(visitors.map(call));
  };
  function expectOne(replies: Reply[], others: number[]): void {
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 300 && !others.includes(status))).toEqual([]);
  }
  const countUsers = () => api.prisma.user.count();
  const setSeats = (seatLimit: number) =>
    api.prisma.team.updateMany({ where: { owner: { email: OWNER } }, data: { seatLimit } });
  const invite = async (owner: Visitor, email: string) => {
    await owner.post('/team/invitations', { emails: [email] });
    const code = await api.mailedCode(email, 'team-invitation');
    return { code, id: decodeInvitationCode(code) ?? '' };
  };

  it('one of 30 sets the password by the same link', async () => {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody());
    const token = await api.mailedToken(ADA, 'verify-email');
    const replies = await crowd(30, (one, number) =>
      one.post(`/reset-password?resetToken=${token}`, passwordBody(`${GOOD_PASSWORD}-${number}`)),
    );
    expectOne(replies, [410]);
    const winner = replies.findIndex(({ status }) => status === 200);
    const password = `${GOOD_PASSWORD}-${winner}`;
    expect((await visitor.post('/login', { email: ADA, password })).status).toBe(200);
  });

  it('one of 30 joins a team by the same invitation', async () => {
    const { id } = await invite(await signUpOwner(api, OWNER, 5), GUEST);
    const replies = await crowd(30, (one) => one.post('/register-team-member', teamMemberBody(GUEST, id)));
    expectOne(replies, [409, 410]);
    expect(await countUsers()).toBe(2);
  });

  it('one of 30 creates a guest by the same event invitation', async () => {
    await shareEvent(api, GUEST);
    const inviteId = decodeInvitationCode(await api.mailedCode(GUEST, 'event-invitation')) ?? '';
    const form = { email: GUEST, form_type: 'COLLAB_SIGNUP' };
    const replies = await crowd(30, (one) =>
      one.post('/register-collaborator', { ...signUpBody(form), inviteId, ...passwordBody() }),
    );
    expectOne(replies, [409, 410]);
    expect(await countUsers()).toBe(1);
  });

  it('one of 20 that accept an invitation or switch teams gets the only free seat', async () => {
    const olive = await signUpOwner(api, OWNER, 21);
    const tries: (() => PromiseLike<Reply>)[] = [];
    for (let number = 0; number < 10; number++) {
      const [newUser, switcher] = [`new-${number}@example.com`, `old-${number}@example.com`];
      const { id } = await invite(olive, newUser);
      const stranger = await api.visit();
      tries.push(() => stranger.post('/register-team-member', teamMemberBody(newUser, id)));
      const visitor = await signUp(api, switcher);
      const { code } = await invite(olive, switcher);
      tries.push(() => visitor.post(`/team-switch/${code}`, {}));
    }
    await setSeats(2);
    expectOne(await Promise.all(tries.map((attempt) => attempt())), [409]);
  });

  it('20 sign-ups with the same address create one registration and one mail', async () => {
    const letters = [...ADA];
    const replies = await crowd(20, (one, number) => {
      const email = letters.map((letter, at) => ((number >> (at % 5)) & 1 ? letter.toUpperCase() : letter));
      return one.post('/register-by-email', signUpBody({ email: email.join('') }));
    });
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await api.queuedMails()).toHaveLength(1);
  });

  it.each([
    ['authenticator code', 50],
    ['recovery code', 20],
  ])('one %s completes only one of %i pending logins', async (kind, count) => {
    await signUp(api, ADA);
    const factor = await TestFactor.makeWithCodes(api, ADA);
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email: ADA } });
    const tokens = Array.from({ length: count }, mintToken);
    const expiresAt = ahead({ minutes: 5 });
    const rows = tokens.map((token) => ({ tokenHash: hashToken(token), userId, expiresAt }));
    await typedSql(api.pool).insertInto('pendingLogins').values(rows).execute();
    const visitors = await Promise.all(tokens.map((login) => api.visit({ login })));
    const [recoveryCode = ''] = factor.recoveryCodes;
    const proof = kind === 'recovery code' ? { recoveryCode } : { code: await factor.freshCode() };
    const body = { ...proof, rememberDevice: false };
    expectOne(
      await Promise.all(visitors.map((visitor) => visitor.post('/login/second-factor', body))),
      [403, 423],
    );
  });
});
