import { spawnSync } from 'node:child_process';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool, createPrismaClient } from '@foyer/db/client';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { makeTestIdp, type TestIdp } from '@foyer/testing/test-idp';
import { ROOT } from '../places.ts';
import { projectEnvironment } from '../project-environment.ts';
import { importIdentityProvider, STANDARD_SETTINGS } from './import-identity-provider.ts';
import { readIdpMetadata } from './read-metadata.ts';

const pool = createPool(testDatabaseUrl(), 2, () => {});
const prisma = createPrismaClient(pool);

beforeEach(async () => {
  await emptyDatabase(pool);
  await addTeam('owner@acme.test');
});
afterAll(() => pool.end());

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

/** The command as a person runs it, with the metadata on its input. */
function runImport(metadata: string, ...args: string[]) {
  const env = projectEnvironment({ DATABASE_URL: testDatabaseUrl(), PUBLIC_URL: 'https://portal.test' });
  return spawnSync('node', ['tools/saml/import-idp.ts', '-', ...args], {
    cwd: ROOT,
    env,
    input: metadata,
    encoding: 'utf8',
  });
}

const forAcme = ['--name', 'acme', '--team', 'Owner@acme.test', '--domain', 'Acme.test'];

const acme = {
  ...STANDARD_SETTINGS,
  name: 'acme',
  ownerEmail: 'owner@acme.test',
  domains: ['acme.test'],
};

const addAcme = async (...idps: TestIdp[]) =>
  importIdentityProvider(prisma, readIdpMetadata(metadataOf(...idps)), acme);

const readAcme = () =>
  prisma.identityProvider.findUniqueOrThrow({
    where: { name: 'acme' },
    include: { certificates: true, domains: true },
  });

describe('npm run idp:import', () => {
  it('registers an identity provider and says what is entered there', async () => {
    const idp = await makeTestIdp('acme');
    const { status, stdout, stderr } = runImport(metadataOf(idp), ...forAcme, '--disabled');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('"acme" was created, disabled');
    expect(stdout).toMatch(/ACS URL \(reply URL\) +https:\/\/portal\.test\/saml\/acme\/acs/);
    expect(stdout).toMatch(/Entity id \(audience\) +https:\/\/portal\.test\/saml\/acme\/metadata/);
    expect(stdout).toContain('2048 bits. It works; let the next one have 3072.');
    expect(await readAcme()).toMatchObject({
      entityId: idp.entityId,
      singleSignOnUrl: idp.ssoUrl,
      isEnabled: false,
      isResponseSigned: true,
      isIdpInitiatedAllowed: false,
      domains: [{ domain: 'acme.test' }],
    });
  });

  it('exchanges certificates, keeping the rows of those that stay', async () => {
    const [first, second, third] = await Promise.all(
      ['acme', 'second', 'third'].map((name) => makeTestIdp(name)),
    );
    if (!first || !second || !third) throw new Error('no identity providers');
    const asAcme = (idp: TestIdp) => ({ ...idp, entityId: first.entityId });
    await addAcme(first, second);
    const before = await readAcme();
    const { stdout } = runImport(metadataOf(asAcme(second), third), ...forAcme, '--email-attribute', 'mail');
    expect(stdout).toContain('"acme" was updated.');
    const after = await readAcme();
    expect(after).toMatchObject({ id: before.id, isEnabled: true, emailAttribute: 'mail' });
    expect(after.certificates).toHaveLength(2);
    expect(after.certificates.map(({ pem }) => pem.trim())).toContain(third.certificate.trim());
    expect(after.certificates).toContainEqual(
      before.certificates.find(({ pem }) => pem.trim() === second.certificate.trim()),
    );
  });

  it.each<[string, string[], RegExp]>([
    [
      'an unknown owner',
      ['--name', 'new', '--team', 'nobody@acme.test', '--domain', 'new.test'],
      /owns a team/,
    ],
    [
      'a domain of another',
      ['--name', 'new', '--team', 'owner@acme.test', '--domain', 'acme.test'],
      /belongs to "acme" already/,
    ],
    [
      'a name of another team',
      ['--name', 'acme', '--team', 'owner@other.test', '--domain', 'new.test'],
      /of another team/,
    ],
    [
      'a name with a slash',
      ['--name', 'a/b', '--team', 'owner@acme.test', '--domain', 'new.test'],
      /cannot stand in an address/,
    ],
    [
      'an address for a domain',
      ['--name', 'new', '--team', 'owner@acme.test', '--domain', 'x@new.test'],
      /is no mail domain/,
    ],
    ['nothing', [], /npm run idp:import --/],
    ['an unknown option', ['--force'], /Unknown option/],
  ])('refuses %s in words and changes nothing', async (_what, args, words) => {
    await addTeam('owner@other.test');
    await addAcme(await makeTestIdp('acme'));
    const before = await readAcme();
    const { status, stderr } = runImport(metadataOf(await makeTestIdp('new')), ...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/ at .+:\d+/);
    expect(await prisma.identityProvider.count()).toBe(1);
    expect(await readAcme()).toEqual(before);
  });

  it('refuses an entity id that is registered by another name', async () => {
    const idp = await makeTestIdp('acme');
    await addAcme(idp);
    const { stderr } = runImport(
      metadataOf(idp),
      '--name',
      'again',
      '--team',
      'owner@acme.test',
      '--domain',
      'b.test',
    );
    expect(stderr).toContain('is registered already, as "acme"');
  });
});
