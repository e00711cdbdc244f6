import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildResponse, postable } from '@foyer/testing/test-idp';
import type { PasskeyCreation } from '@foyer/contracts/identity/passkeys';
import { deleteIdentityProvider, importIdentityProvider } from '@foyer/operate/saml/import-identity-provider';
import { TestPasskey } from '../../test-support/passkeys/test-authenticator.ts';
import { addPasskey, askToSign } from '../../test-support/passkeys/test-passkeys.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { emailOf, TestCompany } from '../../test-support/saml/test-company.ts';

let api: TestApi;
let company: TestCompany;
let nora: Visitor;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
  nora = await api.visit();
  await company.signIn(nora, { email: 'nora@acme.test', nameId: 'nora' });
  expect(await emailOf(nora)).toBe('nora@acme.test');
});

const where = () => ({ id: company.idpId });

async function connect(email: string, dependsOnIdp: string | null = null): Promise<string> {
  const client =
    (await api.prisma.oAuthClient.findUnique({ where: { clientId: 'app' } })) ??
    (await api.prisma.oAuthClient.create({
      data: { clientId: 'app', name: 'App', redirectUris: ['https://app.test/cb'], scopes: ['profile'] },
    }));
  const user = await api.prisma.user.findUniqueOrThrow({ where: { email } });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const grant = { clientId: client.id, userId: user.id, dependsOnIdp, scopes: ['profile'], expiresAt };
  return (await api.prisma.oAuthGrant.create({ data: grant })).id;
}
const isEnded = async (id: string) =>
  (await api.prisma.oAuthGrant.findUnique({ where: { id } }))?.revokedAt !== null;

describe('an identity provider that is switched off or deleted', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'switched off',
      () => api.prisma.identityProvider.update({ where: where(), data: { isEnabled: false } }),
    ],
    [
      'switched off by an SQL statement',
      () => api.pool.query('UPDATE identity_providers SET is_enabled = false'),
    ],
    ['deleted', () => api.prisma.identityProvider.delete({ where: where() })],
    [
      'given another issuer',
      () =>
        api.prisma.identityProvider.update({ where: where(), data: { entityId: 'https://new-vendor.test' } }),
    ],
  ])('ends the sessions and grants that came from it, and no others: %s', async (_what, change) => {
    const [ofNora, ofOwner] = [
      await connect('nora@acme.test', company.idpId),
      await connect('owner@acme.test'),
    ];
    await change();
    expect(await emailOf(nora)).toBeUndefined();
    expect(await emailOf(company.owner)).toBe('owner@acme.test');
    expect([await isEnded(ofNora), await isEnded(ofOwner)]).toEqual([true, false]);
  });

  it('ends nothing when another setting changes, or when it is switched on', async () => {
    await api.prisma.identityProvider.update({ where: where(), data: { isIdpInitiatedAllowed: true } });
    await api.prisma.identityProvider.update({ where: where(), data: { isEnabled: true } });
    expect(await emailOf(nora)).toBe('nora@acme.test');
  });

  it('leaves no session, however many users sign in concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      await api.prisma.identityProvider.update({ where: where(), data: { isEnabled: true } });
      const prepared = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const visitor = await api.visit();
          return { visitor, begun: await company.begin(visitor) };
        }),
      );
      const posts = prepared.map(({ visitor, begun }) => {
        const xml = buildResponse(company.idp, {
          inResponseTo: begun.requestId,
          email: 'nora@acme.test',
          nameId: 'nora',
        });
        return company.postForm(visitor, { SAMLResponse: postable(xml), RelayState: begun.relayState });
      });
      await Promise.all([
        ...posts,
        new Promise((resolve) => setTimeout(resolve, 10 + 15 * round)).then(() =>
          api.prisma.identityProvider.update({ where: where(), data: { isEnabled: false } }),
        ),
      ]);
      expect(await api.prisma.session.count({ where: { dependsOnIdp: company.idpId } })).toBe(0);
    }
  });

  it('leaves no passkey that is added or used concurrently', async () => {
    await company.stepUp(nora, { email: 'nora@acme.test', nameId: 'nora' });
    const old = await addPasskey(nora);
    const { body } = await nora.post('/settings/security/passkeys/options', {});
    const credential = new TestPasskey().make(body as PasskeyCreation);
    const entering = await api.visit();
    const signed = old.sign(await askToSign(entering));
    // While the provider is being switched off, adding a passkey waits, and then fails.
    const added = await api.commitOnceWaitedFor(
      (client) => client.query('UPDATE identity_providers SET is_enabled = false'),
      () => nora.post('/settings/security/passkeys', { credential }),
    );
    const entered = await entering.post('/login/passkey', { credential: signed });
    expect([added.status, entered.status]).toEqual([401, 401]);
    expect(await api.prisma.passkey.count()).toBe(0);
    for (let round = 0; round < 5; round++) {
      await api.prisma.identityProvider.update({ where: where(), data: { isEnabled: true } });
      const visitor = await api.visit();
      await company.signIn(visitor, { email: 'nora@acme.test', nameId: 'nora' });
      await company.stepUp(visitor, { email: 'nora@acme.test', nameId: 'nora' });
      const first = await addPasskey(visitor);
      const options = await visitor.post('/settings/security/passkeys/options', {});
      const next = new TestPasskey().make(options.body as PasskeyCreation);
      const elsewhere = await api.visit();
      const login = { credential: first.sign(await askToSign(elsewhere)) };
      await Promise.all([
        visitor.post('/settings/security/passkeys', { credential: next }),
        elsewhere.post('/login/passkey', login),
        new Promise((resolve) => setTimeout(resolve, 4 * round)).then(() =>
          api.prisma.identityProvider.update({ where: where(), data: { isEnabled: false } }),
        ),
      ]);
      expect([await api.prisma.passkey.count(), await emailOf(elsewhere)]).toEqual([0, undefined]);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['switched off', () => importIdentityProvider(api.prisma, 'acme', { isEnabled: false }, true)],
    ['deleted', () => deleteIdentityProvider(api.prisma, 'acme', true)],
  ])('can be %s by an operator while a user adds a passkey, which is then removed', async (_what, end) => {
    await company.stepUp(nora, { email: 'nora@acme.test', nameId: 'nora' });
    const { body } = await nora.post('/settings/security/passkeys/options', {});
    const credential = new TestPasskey().make(body as PasskeyCreation);
    const client = await api.pool.connect();
    await client.query('BEGIN');
    await client.query(`SELECT FROM users WHERE email = 'nora@acme.test' FOR NO KEY UPDATE`);
    const added = nora.post('/settings/security/passkeys', { credential }).then(({ status }) => status);
    await api.untilLockWait(1);
    const ended = end();
    await api.untilLockWait(2);
    await client.query('COMMIT');
    client.release();
    await ended;
    expect([await added, await api.prisma.passkey.count(), await emailOf(nora)]).toEqual([201, 0, undefined]);
  });

  it('rejects a response that has already passed every check', async () => {
    // This transaction has switched the provider off but not committed. The sign-in waits for it and then fails.
    const begun = await company.begin(nora);
    const client = await api.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE identity_providers SET is_enabled = false');
    const answer = company
      .post(nora, begun, { email: 'nora@acme.test', nameId: 'nora' })
      .then((reply) => reply);
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await api.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows[0]?.count ?? 0;
    }
    await client.query('COMMIT');
    client.release();
    expect((await answer).headers['location']).toBe('/saml-error');
    expect(await emailOf(nora)).toBeUndefined();
  });
});
