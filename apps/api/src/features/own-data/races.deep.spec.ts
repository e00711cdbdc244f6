import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitation';
import { signUpOwner, teamMemberBody } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { EraseAccountsService } from './erase-accounts.service.ts';

const EMAIL = 'ada@example.com';
const LIMIT = 365;
const ROUNDS = [0, 1, 2, 3, 4, 5];

/** What delete-account.spec and inactive-accounts.spec try once, in several rounds: a race has more than one outcome. */
describe('the end of an account, and what happens at that moment', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    const limit = { INACTIVE_ACCOUNT_DAYS: String(LIMIT) };
    [api, replica] = await Promise.all([TestApi.start(limit), TestApi.start(limit)]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUpOwner(api, EMAIL, 5);
  });

  const erase = (at = api) => at.service(EraseAccountsService).run();
  const leave = async () => expect((await ada.post('/settings/data/deletion', {})).status).toBe(200);
  const count = (where = {}) => api.prisma.user.count({ where });

  it.each(ROUNDS)('somebody joins the team of who leaves, or is refused (%i)', async () => {
    const email = 'nina@example.com';
    expect((await ada.post('/team/invitations', { emails: [email] })).status).toBe(200);
    const code = decodeInvitationCode(await api.mailedCode(email, 'team-invitation')) ?? '';
    const guest = await replica.visit();
    const [left, joined] = await Promise.all([
      ada.post('/settings/data/deletion', {}),
      guest.post('/register-team-member', teamMemberBody(email, code)),
    ]);
    const members = await count({ team: { owner: { email: EMAIL } } });
    expect([left.status, joined.status >= 400 ? 'refused' : joined.status, members]).toEqual(
      joined.status === 201 ? [409, 201, 2] : [200, 'refused', 1],
    );
  });

  it.each(ROUNDS)('it is kept or erased (%i)', async () => {
    await leave();
    const visitor = await api.visit();
    await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    await api.pool.query(`UPDATE users SET leaving_at = leaving_at - interval '14 days'`);
    const [kept] = await Promise.all([visitor.post('/settings/data/keep', {}), erase(), erase(replica)]);
    const isThere = (await count({ email: EMAIL, leavingAt: null })) === 1;
    expect([kept.status, isThere]).toEqual(kept.status === 200 ? [200, true] : [401, false]);
    expect(await count()).toBe(isThere ? 1 : 0);
  });

  it.each(ROUNDS)('it is used after a long time, or erased (%i)', async () => {
    const letPass = (days: number) =>
      api.pool.query(
        `WITH gone AS (SELECT make_interval(days => ${days}) AS time),
              told AS (UPDATE inactive_accounts SET first_mail_at = first_mail_at - time, second_mail_at = second_mail_at - time FROM gone)
         UPDATE users SET last_active_at = last_active_at - time FROM gone`,
      );
    for (const days of [LIMIT, 23]) {
      await letPass(days);
      await erase();
    }
    await letPass(7);
    const visitor = await replica.visit();
    const [login] = await Promise.all([
      visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD }),
      erase(),
      erase(replica),
    ]);
    expect(await count()).toBe(login.status === 200 ? 1 : 0);
  });
});
