import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';

const HOME = 'http://product.test/home';
const JANE = 'jane@acme.test';
const MOVED = 'jane@private.test';
const SUCCESSOR = { nameId: 'somebody-else', email: JANE, firstName: 'Jack', lastName: 'Newcomer' };

let api: TestApi;
let company: TestCompany;
let token: string;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
  token = mintToken();
});
// A running notice job would write into the next test.
afterEach(() => api.queuedMails());

/** The change is a day old, so Jane can restore the old address for six more days. */
async function move(): Promise<void> {
  await api.pool.query('UPDATE users SET email = $2 WHERE email = $1', [JANE, MOVED]);
  await api.pool.query(
    `INSERT INTO address_changes (user_id, old_email, new_email, expires_at) SELECT id, $1, $2, now() FROM users WHERE email = $2`,
    [JANE, MOVED],
  );
  await api.pool.query(
    `UPDATE address_changes SET applied_at = now() - interval '1 day', undo_until = now() + interval '6 days', undo_hash = $1`,
    [hashToken(token)],
  );
}

const stranger = () => api.visit();
const arrive = async (visitor?: Visitor) => company.signIn(visitor ?? (await stranger()), SUCCESSOR);
const stateOfUndo = async () =>
  ((await (await stranger()).get(`/address-undo?token=${token}`)).body as { state: string }).state;
const undo = async () => (await stranger()).post('/address-undo', { token });
const listed = async () =>
  ((await company.owner.get('/team/pending-identities')).body as { pendingIdentities: { id: string }[] })
    .pendingIdentities;
const decide = async (who: string) =>
  company.owner.post(`/team/pending-identities/${(await listed())[0]?.id}`, { who });
const daysLeft = async () => {
  const { rows } = await api.pool.query<{ days: number }>(
    `SELECT round(extract(epoch FROM undo_until - now()) / 86400)::int AS days FROM address_changes`,
  );
  return rows[0]?.days;
};
const claimedDaysAgo = (days: number) =>
  api.pool.query(
    `UPDATE address_changes SET held_at = held_at - make_interval(days => $1),
            undo_until = undo_until - make_interval(days => $1)`,
    [days],
  );

describe.each<[string, () => Promise<unknown>, string]>([
  ['a member', () => joinCompany(api, company, JANE), 'Milo Member'],
  ['a user outside the team', () => signUp(api, JANE), ''],
])('an address that %s has left, and that the company gives to a new person', (_who, begin, memberName) => {
  beforeEach(async () => {
    await begin();
    await move();
  });

  it('cannot be restored from its mailbox until the owner decides, however long that takes', async () => {
    expect(await stateOfUndo()).toBe('valid');
    const newUser = await stranger();
    expect(await arrive(newUser)).toBe('/saml-pending');
    expect(await emailOf(newUser)).toBeUndefined();
    expect((await newUser.get('/pending-sign-in')).body).toMatchObject({
      waiting: { decidedBy: 'owner', hasMoved: true },
    });
    expect((await api.queuedMails()).map(({ kind }) => kind)).toContain('identities-pending');
    expect(await listed()).toMatchObject([{ email: JANE, memberName, hasMoved: true }]);
    expect([await stateOfUndo(), (await undo()).body]).toMatchObject(['held', { code: 'UndoHeld' }]);
    await claimedDaysAgo(20);
    expect(await stateOfUndo()).toBe('held');
    expect(await arrive()).toBe('/saml-pending');
    expect((await decide('same')).status).toBe(200);
    expect([await daysLeft(), await stateOfUndo()]).toEqual([6, 'valid']);
    expect((await undo()).status).toBe(200);
  });

  it('belongs to the new person after the owner’s decision, and its former holder keeps the account', async () => {
    await arrive();
    expect((await decide('new')).status).toBe(200);
    expect([await stateOfUndo(), await listed()]).toEqual(['expired', []]);
    expect(await arrive()).toBe(HOME);
    expect(await api.prisma.user.findUniqueOrThrow({ where: { email: MOVED } })).toMatchObject({
      deactivatedAt: null,
    });
  });

  it('can be restored after the provider is deleted, for the remaining time', async () => {
    await arrive();
    await claimedDaysAgo(20);
    await api.prisma.identityProvider.deleteMany();
    expect([await daysLeft(), await stateOfUndo()]).toEqual([6, 'valid']);
  });
});

it('a former address is reserved from the start if the company gave it away before the change', async () => {
  const jane = await signUp(api, JANE);
  expect(await arrive()).toBe('/saml-pending');
  expect((await jane.post('/settings/profile/address', { email: MOVED })).status).toBe(200);
  const link = (await api.queuedMails()).find(({ kind }) => kind === 'confirm-address');
  if (link?.kind !== 'confirm-address') throw new Error('no link was mailed');
  expect((await jane.post('/address-link', { token: link.content.token })).status).toBe(200);
  const change = (await api.queuedMails()).find(({ kind }) => kind === 'address-changed');
  if (change?.kind !== 'address-changed') throw new Error('the former address was not told');
  token = change.content.undoToken;
  expect(await stateOfUndo()).toBe('held');
});
