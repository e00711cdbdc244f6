import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildResponse, postable, type ResponseOptions } from '@foyer/testing/test-idp';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { teamMemberBody } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';

const HOME = 'http://product.test/home';

describe('concurrent sign-ins over two replicas', () => {
  let replicas: [TestApi, TestApi];
  let company: TestCompany;
  beforeAll(async () => {
    replicas = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.stop())));
  beforeEach(() => replicas[0].empty());

  const found = async (seatLimit: number, settings = {}) => {
    company = await TestCompany.create(replicas[0], 'acme', { seatLimit, ...settings });
  };
  const replicaOf = (number: number) => replicas[number % 2 === 0 ? 0 : 1];

  async function prepare(count: number, optionsOf: (number: number) => ResponseOptions) {
    const begun: { visitor: Visitor; form: Record<string, string> }[] = [];
    for (let number = 0; number < count; number++) {
      const visitor = await replicaOf(number).visit();
      const { requestId, relayState } = await company.begin(visitor);
      const xml = buildResponse(company.idp, { inResponseTo: requestId, ...optionsOf(number) });
      begun.push({ visitor, form: { SAMLResponse: postable(xml), RelayState: relayState } });
    }
    return async () =>
      countTargets(await Promise.all(begun.map(({ visitor, form }) => postUntilServed(visitor, form))));
  }

  async function postUntilServed(visitor: Visitor, form: Record<string, string>) {
    for (;;) {
      const reply = await company.postForm(visitor, form);
      if (reply.status !== 503) return reply;
      await sleep(Number(reply.headers['retry-after']) * 1000);
    }
  }
  const postConcurrently = async (...plan: Parameters<typeof prepare>) => (await prepare(...plan))();

  it('create exactly as many new users as there are seats', async () => {
    await found(11);
    const targets = await postConcurrently(50, (number) => ({ email: `new-${number}@acme.test` }));
    expect(targets).toEqual({ [HOME]: 10, '/saml-overage': 40 });
    expect(await replicas[0].prisma.user.count()).toBe(11);
    expect(await replicas[0].prisma.seatRequest.count()).toBe(40);
  });

  it('create one user and take one seat for one new person', async () => {
    await found(3);
    expect(await postConcurrently(20, () => ({}))).toEqual({ [HOME]: 20 });
    const { id } = await replicas[0].prisma.user.findUniqueOrThrow({ where: { email: 'nora@acme.test' } });
    expect(await replicas[0].prisma.session.count({ where: { userId: id } })).toBe(20);
    expect(await replicas[0].prisma.ssoIdentity.count()).toBe(1);
  });

  it('take the one seat of an invitation only once', async () => {
    await found(2);
    await company.owner.post('/team/invitations', { emails: ['nora@acme.test'] });
    expect(await postConcurrently(10, () => ({}))).toEqual({ [HOME]: 10 });
    expect(await replicas[0].prisma.user.count()).toBe(2);
  });

  it('create one user for a person who also follows an invitation’s link', async () => {
    await found(2);
    const email = 'nora@acme.test';
    await company.owner.post('/team/invitations', { emails: [email] });
    const inviteId = decodeInvitationCode(await replicas[0].mailedCode(email, 'team-invitation')) ?? '';
    const guest = await replicas[1].visit();
    await guest.post('/register-by-email', signUpBody({ email }));
    const post = await prepare(10, () => ({}));
    const [targets, joined] = await Promise.all([
      post(),
      guest.post('/register-team-member', teamMemberBody(email, inviteId)),
    ]);
    expect(targets).toEqual({ [HOME]: 10 });
    expect([201, 409, 410]).toContain(joined.status);
    expect(await replicas[0].prisma.user.count()).toBe(2);
    expect(await replicas[0].prisma.registration.count()).toBe(0);
  });

  it('give the last seat to a sign-in or an invitation, not to both', async () => {
    await found(2);
    const post = await prepare(10, (number) => ({ email: `new-${number}@acme.test` }));
    const [targets, invited] = await Promise.all([
      post(),
      company.owner.post('/team/invitations', {
        emails: Array.from({ length: 10 }, (_, number) => `guest-${number}@acme.test`),
      }),
    ]);
    const { results } = invited.body as { results: { outcome: string }[] };
    const taken = results.filter(({ outcome }) => outcome === 'invited').length;
    expect((targets[HOME] ?? 0) + taken).toBe(1);
  });

  it('accept one of twenty copies of a response [asvs 6.8.3]', async () => {
    await found(5);
    const visitor = await replicas[0].visit();
    const { requestId, relayState } = await company.begin(visitor);
    const SAMLResponse = postable(buildResponse(company.idp, { inResponseTo: requestId }));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => company.postForm(visitor, { SAMLResponse, RelayState: relayState })),
    );
    expect(countTargets(replies)).toEqual({ [HOME]: 1, '/saml-error': 19 });
  });

  it('accept one of twenty different responses to one request', async () => {
    await found(5);
    const visitor = await replicas[0].visit();
    const begun = await company.begin(visitor);
    const replies = await Promise.all(Array.from({ length: 20 }, () => company.post(visitor, begun)));
    expect(countTargets(replies)).toEqual({ [HOME]: 1, '/saml-error': 19 });
  });

  it('accept one of twenty copies of an unsolicited response', async () => {
    await found(5, { isIdpInitiatedAllowed: true });
    const SAMLResponse = postable(buildResponse(company.idp));
    const visitors = await Promise.all(Array.from({ length: 20 }, (_, number) => replicaOf(number).visit()));
    const replies = await Promise.all(visitors.map((visitor) => company.postForm(visitor, { SAMLResponse })));
    expect(countTargets(replies)).toEqual({ [HOME]: 1, '/saml-error': 19 });
  });
});

function countTargets(replies: { headers: Record<string, string> }[]): Record<string, number> {
  const targets: Record<string, number> = {};
  for (const { headers } of replies) {
    const target = headers['location'] ?? 'nowhere';
    targets[target] = (targets[target] ?? 0) + 1;
  }
  return targets;
}
