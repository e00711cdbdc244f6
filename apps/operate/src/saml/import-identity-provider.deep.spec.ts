import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { runCommand } from '@foyer/testing/run-command';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { makeTestIdp, type TestIdp } from '@foyer/testing/test-idp';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';
import { importIdentityProvider } from './import-identity-provider.ts';
import { readIdpMetadata } from './read-metadata.ts';

const pool = openTestPool(5);
const prisma = createPrismaClient(pool);
const folder = mkdtempSync(join(tmpdir(), 'metadata-'));
const file = join(folder, 'metadata.xml');

beforeEach(async () => {
  await emptyDatabase(pool);
  await addTeam('owner@acme.test');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pool.end();
});

async function addTeam(ownerEmail: string): Promise<void> {
  const { id: teamId } = await prisma.team.create({ data: { name: ownerEmail, plan: 'pro', seatLimit: 5 } });
  const owner = { email: ownerEmail, firstName: 'Olive', lastName: 'Owner', company: 'Acme', teamId };
  const { id: ownerId } = await prisma.user.create({
    data: { ...owner, countryCode: 'US', stateCode: 'CA' },
  });
  await prisma.team.update({ where: { id: teamId }, data: { ownerId } });
}

function metadataOf(...idps: TestIdp[]): string {
  const keys = idps.map(
    ({ certificate }) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replaceAll(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idps[0]?.entityId}"><IDPSSODescriptor>${keys.join('')}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${idps[0]?.ssoUrl}"/></IDPSSODescriptor></EntityDescriptor>`;
}

const FILE = 'apps/operate/src/saml/import-idp.ts';
const environment = (variables: Record<string, string>) => ({
  DATABASE_URL: testDatabaseUrl(),
  ...variables,
});
const PORTAL = { PUBLIC_URL: 'https://portal.test' };
const start = (metadata: string, ...args: string[]) =>
  spawnSync('node', [FILE, '-', ...args], {
    cwd: ROOT,
    env: projectEnvironment(environment(PORTAL)),
    input: metadata,
    encoding: 'utf8',
  });
const run = (args: string[], variables: Record<string, string> = {}) =>
  runCommand(FILE, args, environment(variables));
const runImport = (metadata: string, ...args: string[]) => {
  writeFileSync(file, metadata);
  return run([file, ...args], PORTAL);
};

const auditEvents = async () =>
  (await prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).map(({ action, details }) => ({
    action,
    details,
  }));

const forAcme = ['--name', 'acme', '--team', 'Owner@acme.test', '--domain', 'Acme.test'];

const acme = { ownerEmail: 'owner@acme.test', domains: ['acme.test'] };

const addAcme = async (...idps: TestIdp[]) =>
  importIdentityProvider(prisma, 'acme', { ...acme, metadata: readIdpMetadata(metadataOf(...idps)) });

const readAcme = () =>
  prisma.identityProvider.findUniqueOrThrow({
    where: { name: 'acme' },
    include: { certificates: true, domains: true },
  });

describe('npm run operate -- idp:import', () => {
  it('registers an identity provider and prints the values to enter at the provider', async () => {
    const idp = await makeTestIdp('acme');
    const { status, stdout, stderr } = start(metadataOf(idp), ...forAcme, '--disable');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('"acme" was created and is disabled');
    expect(stdout).toMatch(/ACS URL \(reply URL\) +https:\/\/portal\.test\/saml\/acme\/acs/);
    expect(stdout).toMatch(/Entity id \(audience\) +https:\/\/portal\.test\/saml\/acme\/metadata/);
    expect(stdout).toContain('2048 bits. It works, but the next one should have 3072.');
    expect(await readAcme()).toMatchObject({
      entityId: idp.entityId,
      singleSignOnUrl: idp.ssoUrl,
      isEnabled: false,
      isResponseSigned: true,
      isAssertionSigned: true,
      nameIdFormat: 'unspecified',
      isIdpInitiatedAllowed: false,
      domains: [{ domain: 'acme.test' }],
    });
    expect(await auditEvents()).toMatchObject([
      { action: 'operator.identity-provider', details: { name: 'acme', change: 'created' } },
    ]);
  });

  it('replaces certificates, but not the rows of certificates that stay', async () => {
    const [first, second, third] = await Promise.all(
      ['acme', 'second', 'third'].map((name) => makeTestIdp(name)),
    );
    if (!first || !second || !third) throw new Error('no identity providers');
    const asAcme = (idp: TestIdp) => ({ ...idp, entityId: first.entityId });
    await addAcme(first, second);
    const before = await readAcme();
    const { stdout } = await runImport(
      metadataOf(asAcme(second), third),
      ...forAcme,
      '--email-attribute',
      'mail',
    );
    expect(stdout).toContain('"acme" was updated.');
    const after = await readAcme();
    expect(after).toMatchObject({ id: before.id, isEnabled: true, emailAttribute: 'mail' });
    expect(after.certificates).toHaveLength(2);
    expect(after.certificates.map(({ pem }) => pem.trim())).toContain(third.certificate.trim());
    expect(after.certificates).toContainEqual(
      before.certificates.find(({ pem }) => pem.trim() === second.certificate.trim()),
    );
  });

  it('updates only the metadata, even of a disabled identity provider', async () => {
    const [first, second] = await Promise.all([makeTestIdp('acme'), makeTestIdp('second')]);
    await importIdentityProvider(prisma, 'acme', {
      ...acme,
      domains: ['acme.test', 'acme.example.test'],
      metadata: readIdpMetadata(metadataOf(first)),
      isEnabled: false,
      isAssertionSigned: false,
      isAssertionEncrypted: true,
      nameIdFormat: 'persistent',
      isIdpInitiatedAllowed: true,
      emailAttribute: 'mail',
      firstNameAttribute: 'given',
      lastNameAttribute: 'family',
    });
    const { certificates: _old, ...before } = await readAcme();
    const renewed = { ...second, entityId: first.entityId, ssoUrl: first.ssoUrl };
    const { status, stdout } = await runImport(metadataOf(renewed), '--name', 'acme');
    expect([status, stdout]).toEqual([0, expect.stringContaining('"acme" was updated and is disabled.')]);
    expect(stdout).toMatch(
      / {2}certificates\n {4}before {2}"CN=acme" until .+\n {4}now {5}"CN=second" until .+\n/,
    );
    const { certificates, ...after } = await readAcme();
    expect(after).toEqual(before);
    expect(certificates.map(({ pem }) => pem.trim())).toEqual([second.certificate.trim()]);
  });

  it('requires --yes to disable, delete or replace a provider when users would lose access', async () => {
    await addAcme(await makeTestIdp('acme'));
    const { id: dependsOnIdp } = await readAcme();
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email: 'owner@acme.test' } });
    const passkey = { userId, dependsOnIdp, publicKey: Buffer.from('key'), counter: 0, name: 'Phone' };
    const expiresAt = new Date(Date.now() + 3_600_000);
    for (const credentialId of ['AA', 'BB'])
      await prisma.passkey.create({ data: { ...passkey, credentialId } });
    await prisma.session.create({ data: { userId, dependsOnIdp, tokenHash: Buffer.alloc(32), expiresAt } });
    for (const option of ['--disable', '--delete']) {
      const { status, stderr } = await run(['--name', 'acme', option]);
      expect([status, stderr]).toEqual([1, expect.stringContaining('  2 passkeys\n  1 session\n')]);
    }
    const other = await makeTestIdp('other');
    expect(await runImport(metadataOf(other), '--name', 'acme')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('To change the entity id of "acme" permanently ends'),
    });
    expect([await prisma.passkey.count(), (await readAcme()).isEnabled]).toEqual([2, true]);
    expect((await run(['--name', 'acme', '--disable', '--yes'])).status).toBe(0);
    expect([await prisma.passkey.count(), await prisma.session.count()]).toEqual([0, 0]);
    expect((await run(['--name', 'acme', '--delete'])).stdout).toContain('"acme" was deleted.');
    expect(await prisma.identityProvider.count()).toBe(0);
    expect(await run(['--name', 'acme', '--delete'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No identity provider is called "acme".'),
    });
  });

  it('changes one setting without the metadata, prints the old value, and writes to the security log', async () => {
    await addAcme(await makeTestIdp('acme'));
    const before = await readAcme();
    expect((await run(['--name', 'acme', '--disable'])).stdout).toContain(
      'switched on\n    before  yes\n    now     no\n',
    );
    expect(await readAcme()).toEqual({ ...before, isEnabled: false });
    expect((await run(['--name', 'acme', '--enable', '--signed', 'assertion'])).status).toBe(0);
    expect(await readAcme()).toEqual({ ...before, isResponseSigned: false });
    expect((await run(['--name', 'acme', '--enable'])).stdout).toContain('Nothing was changed');
    expect(await auditEvents()).toEqual(
      [
        ['created', []],
        ['updated', [{ field: 'switched on', before: 'yes', after: 'no' }]],
        [
          'updated',
          [
            { field: 'switched on', before: 'no', after: 'yes' },
            { field: 'signed', before: 'response and assertion', after: 'assertion' },
          ],
        ],
      ].map(([change, changes]) => ({
        action: 'operator.identity-provider',
        details: { name: 'acme', change, changes },
      })),
    );
  });

  it('uses the settings of a preset, which named options override', async () => {
    await addAcme(await makeTestIdp('acme'));
    await run(['--name', 'acme', '--preset', 'entra', '--last-name-attribute', 'sn', '--signed', 'both']);
    expect(await readAcme()).toMatchObject({
      emailAttribute: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
      lastNameAttribute: 'sn',
      nameIdFormat: 'persistent',
      isResponseSigned: true,
    });
  });

  it('prints the addresses of the running portal, on any port', async () => {
    await addAcme(await makeTestIdp('acme'));
    const { stdout } = await run(['--name', 'acme'], { PUBLIC_URL: '', PORT: '4567' });
    expect(stdout).toContain('http://localhost:4567/saml/acme/acs');
  });

  it('prints its usage', async () => {
    const { status, stdout } = await run(['--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('--preset entra|adfs|okta')]);
  });

  it('connects one identity provider and one domain to two teams of a company', async () => {
    await addTeam('owner@other.test');
    const idp = await makeTestIdp('acme');
    await addAcme(idp);
    const { status, stdout } = await runImport(
      metadataOf(idp),
      ...['--name', 'acme-design', '--team', 'owner@other.test', '--domain', 'acme.test'],
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('"acme-design" was created.')]);
    expect(await prisma.idpDomain.count({ where: { domain: 'acme.test' } })).toBe(2);
    // With another issuer, "acme" may not share the domain any more.
    const { stderr } = await runImport(metadataOf(await makeTestIdp('new')), '--name', 'acme');
    expect(stderr).toContain('The domain acme.test already belongs to "acme-design".');
  });

  it.each<[string, string[], RegExp]>([
    ['a public mail domain', [...forAcme, '--domain', 'GMail.com'], /gmail\.com belongs to a mail provider/],
    [
      'a public mail domain that the list lacks',
      [...forAcme, '--domain', 'fastmail.com'],
      /belongs to a mail provider/,
    ],
    ['an unknown preset', [...forAcme, '--preset', 'toString'], /--preset must be one of entra, adfs/],
    ['an unknown way to sign', [...forAcme, '--signed', 'nothing'], /--signed must be one of both/],
    ['two contradictory options', [...forAcme, '--enable', '--disable'], /npm run operate -- idp:import/],
    [
      'a new identity provider without a team',
      ['--name', 'new', '--domain', 'new.test'],
      /"new" is new: it needs/,
    ],
    [
      'an unknown owner',
      ['--name', 'new', '--team', 'nobody@acme.test', '--domain', 'new.test'],
      /owns a team/,
    ],
    [
      'a domain of another identity provider',
      ['--name', 'new', '--team', 'owner@acme.test', '--domain', 'acme.test'],
      /already belongs to "acme"/,
    ],
    [
      'a name that another team uses',
      ['--name', 'acme', '--team', 'owner@other.test', '--domain', 'new.test'],
      /of another team/,
    ],
    [
      'a name with a slash',
      ['--name', 'a/b', '--team', 'owner@acme.test', '--domain', 'new.test'],
      /is not a valid name/,
    ],
    [
      'an email address as a domain',
      ['--name', 'new', '--team', 'owner@acme.test', '--domain', 'x@new.test'],
      /is not a mail domain/,
    ],
    ['a command without options', [], /npm run operate -- idp:import/],
    ['an unknown option', ['--force'], /Unknown option/],
  ])('rejects %s with a readable message, and changes nothing', async (_what, args, words) => {
    await addTeam('owner@other.test');
    await addAcme(await makeTestIdp('acme'));
    const before = await readAcme();
    const { status, stderr } = await runImport(metadataOf(await makeTestIdp('new')), ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/ at .+:\d+/);
    expect(await prisma.identityProvider.count()).toBe(1);
    expect(await readAcme()).toEqual(before);
  });

  it('rejects an entity ID that the team uses under another name', async () => {
    const idp = await makeTestIdp('acme');
    await addAcme(idp);
    const { stderr } = await runImport(
      metadataOf(idp),
      '--name',
      'again',
      '--team',
      'owner@acme.test',
      '--domain',
      'b.test',
    );
    expect(stderr).toContain('is already registered for this team as "acme"');
  });

  it('gives a domain to only one of four concurrent issuers', async () => {
    const names = ['one', 'two', 'three', 'four'];
    for (const name of names) await addTeam(`owner@${name}.test`);
    const outcomes = await Promise.allSettled(
      names.map(async (name) =>
        importIdentityProvider(prisma, name, {
          ownerEmail: `owner@${name}.test`,
          domains: ['wanted.test'],
          metadata: readIdpMetadata(metadataOf(await makeTestIdp(name))),
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await prisma.idpDomain.count({ where: { domain: 'wanted.test' } })).toBe(1);
  });

  it('lists the members to be linked again before it starts a planned move', async () => {
    const [first, second] = await Promise.all([makeTestIdp('acme'), makeTestIdp('second')]);
    await addAcme(first);
    const { id, teamId } = await readAcme();
    const names = { firstName: 'Pat', lastName: 'Person', teamId };
    for (const email of ['pat@acme.test', 'kay@acme.test']) {
      const { id: userId } = await prisma.user.create({ data: { ...names, email } });
      await prisma.ssoIdentity.create({ data: { identityProviderId: id, nameId: email, userId } });
      if (email.startsWith('kay'))
        await prisma.passkey.create({
          data: { userId, credentialId: 'own', publicKey: new Uint8Array(1), name: 'Key', counter: 0 },
        });
    }
    const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    const move = (...more: string[]) =>
      runImport(metadataOf(second), '--name', 'acme', '--relink-until', until, ...more);
    const { stdout, stderr } = await move();
    expect(stderr).toBe('');
    expect(stdout).toContain('and get an email (1):\n  pat@acme.test\n');
    expect(stdout).toContain('kay@acme.test  has a passkey or an app');
    expect(stdout).toContain('Nothing was changed. To start the move');
    expect(await readAcme()).toMatchObject({ entityId: first.entityId, relinkUntil: null });
    expect((await move('--yes')).stdout).toContain('members linked again until');
    expect(await readAcme()).toMatchObject({
      entityId: second.entityId,
      relinkFrom: expect.any(Date),
      relinkUntil: new Date(`${until}T23:59:59.999Z`),
    });
    expect([await prisma.ssoIdentity.count(), await prisma.formerIdentity.count()]).toEqual([0, 2]);
    const { relinkFrom, relinkUntil } = await readAcme();
    const disabled = await run(['--name', 'acme', '--disable', '--yes'], PORTAL);
    expect(disabled).toMatchObject({ status: 0, stderr: '' });
    expect(await readAcme()).toMatchObject({ isEnabled: false, relinkFrom, relinkUntil });
    expect((await run(['--name', 'acme', '--relink-until', '2062-01-01'], PORTAL)).stderr).toContain(
      'in the next 90 days',
    );
  });
});
