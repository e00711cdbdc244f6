import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { registerApp, tokensFor } from './test-support/oauth/test-app.ts';
import { signUp, signUpOwner } from './test-support/test-accounts.ts';
import { TestApi, type Visitor } from './test-support/test-api.ts';
import { passwordBody, GOOD_PASSWORD } from './test-support/test-bodies.ts';

const WHO = [
  'visitor',
  'app',
  'member',
  'owner',
  'ended owner',
  'ended member',
  'leaving',
  'no factor',
] as const;
type Who = (typeof WHO)[number];
type Name = keyof typeof endpoints;
/** By caller: `yes` if the call is allowed. The key `proof` is `again` if the call needs a step-up. */
type Rights = Partial<Record<string, string>>;
type World = Record<Who, Visitor> & { token: string };

const ANYBODY: Rights = { ...Object.fromEntries(WHO.map((who) => [who, 'yes'])), proof: '' };
const PAGE = new URL('../../../docs/reference/rights.md', import.meta.url);
const ID = '00000000-0000-4000-8000-000000000000';
const OWNER = 'olive@example.com';
const EMAILS: Partial<Record<Who, string>> = {
  owner: OWNER,
  member: 'milo@example.com',
  'ended owner': 'edna@example.com',
};
const PLACE = {
  country_code: 'US',
  state_code: 'CA',
  country_integration_value: 'US',
  state_integration_value: 'CA',
  opt_in: 'Yes',
};

/** These calls reject an empty body before they check the caller. */
const BODIES: Partial<Record<Name, object>> = {
  teamSettings: { has_incomplete_billing: false },
  changeProfile: {
    ...PLACE,
    first_name: 'Olive',
    last_name: 'Owner',
    phone: '',
    job_title: '',
    company: '',
    language: 'en',
    time_zone: '',
    team_name: 'Tables',
  },
  changeAddress: { email: 'new@example.com' },
  changePassword: { current_password: 'not it', ...passwordBody() },
  stepUp: { password: GOOD_PASSWORD },
  addSecondFactor: { code: '123456' },
  changeIdp: { asksForSecondFactor: true },
  requireTeamFactor: { by: new Date().toISOString().slice(0, 10) },
  offerTeam: { member: ID },
  inviteToTeam: { emails: ['guest@example.com'] },
  decideIdentity: { who: 'same' },
  cancelPlan: { ends_as: 'ended', may_end_now: false },
  chooseReceipts: { sends_receipts: false },
  upgradePlan: { token: 'tok' },
  quote: { country_code: 'US', state_code: 'CA', postal_code: '90210', city: '' },
  changeBilledTo: {
    name: 'Olive',
    addressLine1: '1 Oak St',
    addressLine2: '',
    city: 'Davis',
    countryCode: 'US',
    stateCode: 'CA',
    postalCode: '95616',
    company: '',
    taxIdType: '',
    taxId: '',
  },
  replaceCard: { setup_intent: 'seti_1' },
};

/** These problems mean missing rights. All others concern the content of the request. */
const REJECTIONS = [
  'SignInRequired',
  'SubscriptionEnded',
  'AccountLeaving',
  'SecondFactorMissing',
  'NotOwner',
];

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** On `PAGE`, the heading above a call names the callers that may make it, and whether it needs a step-up. */
function readCalls(): Map<string, Rights> {
  const calls = new Map<string, Rights>();
  let rights = ANYBODY;
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    const [, allowed, proof] = /^### (.+?)(, with step-up)?$/.exec(line) ?? [];
    if (allowed) {
      const names = allowed.split(', ');
      rights = Object.fromEntries(WHO.map((who) => [who, names.includes(who) ? 'yes' : '']));
      rights['proof'] = proof ? 'again' : '';
    }
    const [, call] = /^[-|] `([A-Z]+ \/[^`]*)`/.exec(line) ?? [];
    if (call) calls.set(call, rights);
  }
  return calls;
}

describe('docs/reference/rights.md', () => {
  const calls = readCalls();
  let api: TestApi;
  let world: World;

  beforeAll(async () => {
    api = await TestApi.start();
    world = await makeWorld();
  });
  afterAll(() => api.stop());

  async function makeWorld(): Promise<World> {
    await api.empty();
    const owner = await signUpOwner(api, OWNER, 5);
    const endedOwner = await signUpOwner(api, 'edna@example.com', 5);
    const member = await signUpInto(OWNER, 'milo@example.com');
    const endedMember = await signUpInto('edna@example.com', 'emil@example.com');
    const leaving = await signUp(api, 'liv@example.com');
    const late = await signUp(api, 'late@example.com');
    const ada = await signUp(api, 'ada@example.com');
    const { access_token: token } = await tokensFor(api, ada, await registerApp(api, 'planner'));
    await api.pool.query(
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status, ends_as)
       SELECT team_id, 'cus_1', 'canceled', 'ended' FROM users WHERE email = 'edna@example.com'`,
    );
    await api.prisma.user.update({
      where: { email: 'liv@example.com' },
      data: { deletionRequestedAt: new Date() },
    });
    await leaving.post('/login', { email: 'liv@example.com', password: GOOD_PASSWORD });
    await leaving.refreshCsrfToken();
    await api.pool.query(
      `UPDATE teams SET second_factor_due_at = '2026-01-01'
        WHERE id = (SELECT team_id FROM users WHERE email = 'late@example.com')`,
    );
    await api.pool.query(`UPDATE users SET team_since = '2025-01-01' WHERE email = 'late@example.com'`);
    return {
      owner,
      member,
      'no factor': late,
      leaving,
      token,
      'ended owner': endedOwner,
      'ended member': endedMember,
      visitor: await api.visit(),
      app: await api.visit(),
    };
  }

  async function signUpInto(owner: string, email: string): Promise<Visitor> {
    const visitor = await signUp(api, email);
    const { teamId } = await api.prisma.user.findUniqueOrThrow({ where: { email: owner } });
    await api.prisma.$transaction([
      api.prisma.team.updateMany({ where: { owner: { email } }, data: { ownerId: null } }),
      api.prisma.user.update({ where: { email }, data: { teamId } }),
    ]);
    return visitor;
  }

  function ask(who: Who, name: Name) {
    const { method, path } = endpoints[name];
    const url = path.replaceAll(/:\w+/g, ID);
    const visitor = world[who];
    const body = { ...BODIES[name], ...(name === 'upgradePlan' ? { email: EMAILS[who] } : {}) };
    if (method === 'GET') return visitor.get(url);
    if (method === 'DELETE') return visitor.delete(url);
    return method === 'PATCH' ? visitor.patch(url, body) : visitor.post(url, body);
  }

  async function tryAs(who: Who, name: Name): Promise<string> {
    const asked = ask(who, name);
    if (who === 'app') void asked.set('authorization', `Bearer ${world.token}`);
    const { status, body } = await asked.redirects(0);
    if (status < 400 && endpoints[name].method !== 'GET') world = await makeWorld();
    const { code = '' } = body as { code?: string };
    return REJECTIONS.includes(code) ? '' : 'yes';
  }

  async function asksForProof(name: Name): Promise<string> {
    await api.pool.query(`UPDATE sessions SET step_up_at = now() - interval '11 minutes'`);
    const { status, body } = await ask('owner', name).redirects(0);
    await (status < 400 && endpoints[name].method !== 'GET'
      ? makeWorld().then((made) => (world = made))
      : api.pool.query('UPDATE sessions SET step_up_at = now()'));
    return (body as { code?: string }).code === 'ProofNeeded' ? 'again' : '';
  }

  it('lists each call of the contract, and no other [asvs 8.1.1]', () => {
    expect([...calls.keys()].toSorted()).toEqual(Object.values(endpoints).map(nameOf).toSorted());
  });

  it.each(Object.keys(endpoints) as Name[])('says who may call %s [asvs 8.2.1, 8.3.1]', async (name) => {
    const seen: Rights = {};
    for (const who of WHO) seen[who] = await tryAs(who, name);
    seen['proof'] = await asksForProof(name);
    expect(calls.get(nameOf(endpoints[name]))).toMatchObject(seen);
  });
});
