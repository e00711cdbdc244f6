import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscriptionStatuses } from '@foyer/catalog/subscription-states';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { hashToken } from '../request/secret-token.ts';
import { signUp, teamMemberBody } from '../test-support/test-accounts.ts';
import type { TestApi, Visitor } from '../test-support/test-api.ts';
import { TestBilling } from '../test-support/test-billing.ts';
import { GOOD_PASSWORD } from '../test-support/test-bodies.ts';
import {
  addressOf,
  registerApp,
  requestOf,
  tokensFor,
  userinfo,
  type TestApp,
} from '../test-support/oauth/test-app.ts';

/**
 * What each user may do in each state of the team's subscription (docs/product.md 10). `free` and `ended` are the
 * team's state after the plan. `session` is the answer of `GET /session`. The invitee's session begins in the state,
 * the others' before it. `consent`: whether an app's request leads to the consent page (`asks`) or the login. `app`:
 * the status for an app's access token. ENDED is 403 SubscriptionEnded, OWNER'S is 403 NotOwner, LAST is 409
 * LastOwner, and HAS is 409 AlreadySubscribed.
 */
const TABLE = `
  state              who      | session      login read  change upgrade invite  switch leave consent app
  no row             owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  no row             member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  no row             invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  none               owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  none               member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  none               invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  incomplete         owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  incomplete         member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  incomplete         invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  incomplete_expired owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  incomplete_expired member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  incomplete_expired invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  trialing           owner    | full         200   200   200    HAS     200     LAST   LAST  asks    200
  trialing           member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  trialing           invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  active             owner    | full         200   200   200    HAS     200     LAST   LAST  asks    200
  active             member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  active             invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  past_due           owner    | full         200   200   200    HAS     200     LAST   LAST  asks    200
  past_due           member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  past_due           invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  unpaid free        owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  unpaid free        member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  unpaid free        invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  unpaid ended       owner    | billing      ENDED ENDED ENDED  200     ENDED   ENDED  ENDED login   401
  unpaid ended       member   | ended-member ENDED 200   ENDED  ENDED   ENDED   200    200   login   401
  unpaid ended       invitee  | ended-member ENDED 200   ENDED  ENDED   ENDED   200    200   login   -
  canceled free      owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  canceled free      member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  canceled free      invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
  canceled ended     owner    | billing      ENDED ENDED ENDED  200     ENDED   ENDED  ENDED login   401
  canceled ended     member   | ended-member ENDED 200   ENDED  ENDED   ENDED   200    200   login   401
  canceled ended     invitee  | ended-member ENDED 200   ENDED  ENDED   ENDED   200    200   login   -
  paused             owner    | full         200   200   200    200     200     LAST   LAST  asks    200
  paused             member   | full         200   200   200    OWNER'S OWNER'S 200    200   asks    200
  paused             invitee  | full         200   200   200    OWNER'S OWNER'S 200    200   asks    -
`;

const rows = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [left = '', right = ''] = line.split('|');
    const words = left.trim().split(/\s+/);
    const who = words.pop() ?? '';
    return { state: words.join(' '), who, outcomes: right.trim().split(/\s+/) };
  });
const states = [...new Set(rows.map(({ state }) => state))];

const shortNames: Record<string, string> = {
  SubscriptionEnded: 'ENDED',
  NotOwner: "OWNER'S",
  LastOwner: 'LAST',
  AlreadySubscribed: 'HAS',
};
type Answer = { status: number; body: unknown };
const outcomeOf = ({ status, body }: Answer) =>
  status === 200 ? '200' : (shortNames[(body as { code?: string }).code ?? ''] ?? String(status));

const OWNER = 'olive@example.com';
const MEMBER = 'milo@example.com';
const INVITEE = 'nora@example.com';

describe('restricted access', () => {
  let billing: TestBilling;
  let api: TestApi;
  let app: TestApp;
  let teamId: string;
  let otherTeamId: string;

  beforeAll(async () => {
    billing = await TestBilling.start();
    ({ api } = billing);
    await billing.empty();
    app = await registerApp(api, 'planner');
    await signUp(api, OWNER);
    ({ teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: OWNER } }));
    await signUp(api, 'eve@example.com');
    ({ teamId: otherTeamId } = await api.prisma.user.findUniqueOrThrow({
      where: { email: 'eve@example.com' },
    }));
    await api.prisma.team.updateMany({ data: { seatLimit: 50 } });
    await join(MEMBER);
  });
  afterAll(() => billing.stop());

  async function invite(email: string, to: string): Promise<string> {
    const secretId = randomBytes(32).toString('base64url');
    await api.prisma.teamInvitation.create({
      data: {
        teamId: to,
        email,
        codeHash: hashToken(secretId),
        sharedCodeHash: randomBytes(32),
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    });
    return secretId;
  }

  async function join(email: string): Promise<Visitor> {
    const visitor = await api.visit();
    const secretId = await invite(email, teamId);
    const reply = await visitor.post('/register-team-member', teamMemberBody(email, secretId));
    expect(reply.status).toBe(201);
    await visitor.refreshCsrfToken();
    return visitor;
  }

  async function logIn(email: string): Promise<{ visitor: Visitor; answer: Answer }> {
    const visitor = await api.visit();
    const answer = await visitor.post('/login', { email, password: GOOD_PASSWORD });
    await visitor.refreshCsrfToken();
    return { visitor, answer };
  }

  async function setState(state: string): Promise<void> {
    await api.prisma.paymentAttempt.deleteMany();
    await api.prisma.subscription.deleteMany();
    if (state === 'no row') return;
    const [status = '', endsAs = 'ended'] = state.split(' ');
    const { id } = await billing.stripe.customers.create({ email: OWNER });
    await api.pool.query(
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status, ends_as, past_due_since)
       VALUES ($1, $2, $3, $4::subscription_end, CASE $3 WHEN 'past_due' THEN now() END)`,
      [teamId, id, status, endsAs],
    );
  }

  async function bringBack(email: string): Promise<void> {
    await api.prisma.$transaction([
      api.prisma.team.updateMany({ where: { owner: { email } }, data: { ownerId: null } }),
      api.prisma.user.update({ where: { email }, data: { teamId } }),
    ]);
  }

  async function askForConsent(visitor: Visitor): Promise<string> {
    const reply = await visitor
      .get(addressOf(requestOf(app, { scope: 'profile diagrams.read' })))
      .set('accept', 'text/html')
      .redirects(0);
    if (reply.status === 200) return 'asks';
    return /^\/login\?redirect=/.test(reply.headers['location'] ?? '') ? 'login' : String(reply.status);
  }

  async function outcomesOf(who: string, email: string, old: Visitor, accessToken: string | undefined) {
    const session = (await old.get('/session')).body as { user?: object; restrictedTo?: string };
    const kind = session.user ? (session.restrictedTo ?? 'full') : 'nobody';
    const used = accessToken === undefined ? '-' : String((await userinfo(api, accessToken)).status);
    const login = outcomeOf((await logIn(email)).answer);
    const read = outcomeOf(await old.get('/team'));
    const change = outcomeOf(await old.delete('/settings/security/sessions'));
    const invited = outcomeOf(await old.post('/team/invitations', { emails: ['guest@example.com'] }));
    const consent = await askForConsent(old);
    const leaving = outcomeOf(await old.post('/team/leave', {}));
    if (leaving === '200') {
      const { team } = await api.prisma.user.findUniqueOrThrow({ where: { email }, select: { team: true } });
      expect(team).toMatchObject({ plan: 'free', name: 'Milo Member' });
      await old.refreshCsrfToken();
      expect((await old.get('/session')).body).not.toHaveProperty('restrictedTo');
      await bringBack(email);
    }
    await api.prisma.teamInvitation.deleteMany({ where: { teamId: otherTeamId } });
    const code = encodeInvitationCode(await invite(email, otherTeamId));
    const switched = outcomeOf(await old.post(`/team-switch/${code}`, {}));
    if (switched === '200') await bringBack(email);
    const again = who === 'owner' ? old : (await logIn(email)).visitor;
    const paid = outcomeOf(await billing.pay(again, email));
    return [kind, login, read, change, paid, invited, switched, leaving, consent, used];
  }

  it('is tested with every subscription state that the database allows', async () => {
    expect(new Set(states.map((state) => state.split(' ')[0]))).toEqual(
      new Set(['no', ...subscriptionStatuses]),
    );
    const { rows: constraints } = await api.pool.query<{ rule: string }>(
      "SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = 'subscriptions'::regclass AND conname = 'status_is_known'",
    );
    const allowed = [...(constraints[0]?.rule ?? '').matchAll(/'(\w+)'::text/g)].map(([, word]) => word);
    expect(new Set(allowed)).toEqual(new Set(subscriptionStatuses));
  });

  it.each(states)('allows owner, member and invitee exactly the permitted actions: %s', async (state) => {
    await setState('no row');
    const people = new Map<string, { email: string; visitor: Visitor; accessToken?: string }>();
    for (const [who, email] of [
      ['owner', OWNER],
      ['member', MEMBER],
    ] as const) {
      const { visitor } = await logIn(email);
      const { access_token: accessToken } = await tokensFor(api, visitor, app);
      people.set(who, { email, visitor, accessToken });
    }
    await setState(state);
    await api.prisma.teamInvitation.deleteMany({ where: { email: INVITEE } });
    await api.prisma.user.deleteMany({ where: { email: INVITEE } });
    people.set('invitee', { email: INVITEE, visitor: await join(INVITEE) });
    // A payment changes the state, so the owner's calls run last.
    const seen: { who: string; outcomes: string[] }[] = [];
    for (const who of ['invitee', 'member', 'owner']) {
      const { email, visitor, accessToken } = people.get(who) ?? { email: '', visitor: await api.visit() };
      seen.unshift({ who, outcomes: await outcomesOf(who, email, visitor, accessToken) });
    }
    const expected = rows
      .filter((row) => row.state === state)
      .map(({ who, outcomes }) => ({ who, outcomes }));
    const asTable = (list: typeof seen) =>
      list.map(({ who, outcomes }) => [who, ...outcomes].join(' ')).toSorted();
    expect(asTable(seen)).toEqual(asTable(expected));
  });
});
