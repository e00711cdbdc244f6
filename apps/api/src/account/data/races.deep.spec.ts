import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { signUpOwner, teamMemberBody } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';
import { DeleteAccountService } from './delete-account.service.ts';

const EMAIL = 'ada@example.com';
const ROUNDS = [0, 1, 2, 3, 4, 5];

describe('account deletion with a concurrent call', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start({}), TestApi.start({})]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUpOwner(api, EMAIL, 5);
  });

  const erase = (at = api) => at.service(DeleteAccountService).eraseDue();
  const leave = async () => expect((await ada.post('/settings/data/deletion', {})).status).toBe(200);
  const count = (where = {}) => api.prisma.user.count({ where });

  it.each(ROUNDS)('succeeds, or an invited user joins the team, but not both (round %i)', async () => {
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

  it.each(ROUNDS)('is either undone or completed (round %i)', async () => {
    await leave();
    const visitor = await api.visit();
    await visitor.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    await api.pool.query(`UPDATE users SET leaving_at = leaving_at - interval '14 days'`);
    const [kept] = await Promise.all([visitor.post('/settings/data/keep', {}), erase(), erase(replica)]);
    const isThere = (await count({ email: EMAIL, deletionRequestedAt: null })) === 1;
    expect([kept.status, isThere]).toEqual(kept.status === 200 ? [200, true] : [401, false]);
    expect(await count()).toBe(isThere ? 1 : 0);
  });
});
