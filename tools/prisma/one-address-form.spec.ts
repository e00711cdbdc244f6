import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { ADDRESS_COLUMNS, normalizeStoredAddresses } from './one-address-form.ts';

const pool = openTestPool(2);
const prisma = createPrismaClient(pool);
const LATER = new Date(Date.now() + 86_400_000);
const UNICODE = 'ada@exämple.com';
const ASCII = 'ada@xn--exmple-cua.com';
/** What is typed today is looked at by the database (decision 52); rows of before were not. */
const lookAtWhatIsTyped = (change: 'ENABLE' | 'DISABLE') =>
  pool.query(`ALTER TABLE users ${change} TRIGGER tidied; ALTER TABLE idp_domains ${change} TRIGGER tidied`);
const run = async (): Promise<string[]> => {
  await lookAtWhatIsTyped('ENABLE');
  const remarks = await normalizeStoredAddresses(testDatabaseUrl());
  await lookAtWhatIsTyped('DISABLE');
  return remarks;
};
let teamId: string;
let hashes = 0;

beforeEach(async () => {
  await emptyDatabase(pool);
  ({ id: teamId } = await prisma.team.create({ data: { name: 'Ada Events', seatLimit: 50 } }));
});
beforeAll(() => lookAtWhatIsTyped('DISABLE'));
afterAll(async () => {
  await lookAtWhatIsTyped('ENABLE');
  await pool.end();
});

const someHash = () => new Uint8Array(32).fill(++hashes);
const makeUser = async (email: string) =>
  (await prisma.user.create({ data: { email, firstName: 'Ada', lastName: 'Lovelace', teamId } })).id;

/** A row in every table that has one for an address, but an account. */
async function leaveTraces(email: string): Promise<void> {
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  await prisma.registration.create({
    data: {
      ...{
        ...names,
        address: email,
        browserHash: someHash(),
        formType: 'SIGNUP',
        plan: 'free',
        phone: '1',
        company: 'Ada',
        businessType: 'hotel',
      },
      ...{ countryCode: 'US', countryIntegrationValue: 'US', hasOptedIn: false },
    },
  });
  const sent = { email, expiresAt: LATER };
  await prisma.oneTimeLink.create({ data: { ...sent, purpose: 'create_password', tokenHash: someHash() } });
  await prisma.teamInvitation.create({ data: { ...sent, teamId, codeHash: someHash() } });
  await prisma.eventInvitation.create({
    data: { ...sent, eventId: 'e1', inviterName: 'Ada', inviterEmail: email, codeHash: someHash() },
  });
  await prisma.seatRequest.create({ data: { ...names, email, teamId } });
  await prisma.memberChange.create({ data: { name: 'Ada', email, teamId, what: 'left' } });
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  if (user) {
    const provider = { name: 'acme', teamId, entityId: 'acme', singleSignOnUrl: 'https://idp.test' };
    const { id: identityProviderId } = await prisma.identityProvider.create({ data: provider });
    await prisma.pendingIdentity.create({
      data: { ...names, email, nameId: 'n', userId: user.id, identityProviderId },
    });
    await prisma.addressChange.create({
      data: { userId: user.id, oldEmail: email, newEmail: email, expiresAt: LATER },
    });
  }
  await prisma.auditEvent.create({ data: { email, action: 'login', outcome: 'ok' } });
  await prisma.mailWait.create({ data: { email, kind: 'reset-password' } });
  await prisma.invitationMailWait.create({ data: { email } });
}

/** Every address in the database, column by column. */
async function addresses(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, column } of ADDRESS_COLUMNS) {
    const { rows } = await pool.query<{ address: string }>(
      `SELECT ${column} AS address FROM ${table} ORDER BY ${column} COLLATE "C"`,
    );
    found[`${table}.${column}`] = rows.map(({ address }) => address);
  }
  return found;
}

const everywhere = (address: string) =>
  Object.fromEntries(ADDRESS_COLUMNS.map(({ table, column }) => [`${table}.${column}`, [address]]));

describe('bringing the addresses of the database into their one form', () => {
  it('knows every column that holds an address', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_name ~ '(^|_)(email|recipient)$' OR column_name = 'address')
        ORDER BY 1`,
    );
    // Which is empty, and goes.
    expect(rows.map(({ name }) => name).filter((name) => name !== 'registrations.email')).toEqual(
      ADDRESS_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });

  it('moves all rows of an address, and has nothing left to do when run again', async () => {
    await makeUser(UNICODE);
    await leaveTraces(UNICODE);
    expect(await run()).toEqual([]);
    expect(await addresses()).toEqual(everywhere(ASCII));
    expect(await run()).toEqual([]);
    expect(await addresses()).toEqual(everywhere(ASCII));
  });

  it.each([
    ['full-width letters', 'ada@ｅｘample.com', 'ada@example.com'],
    ['another full stop', 'ada@example。com', 'ada@example.com'],
    ['a capital beyond ASCII', 'Éva@example.com', 'éva@example.com'],
    ['another composition', 'e\u0301va@example.com', 'éva@example.com'],
    ['an address literal', 'ada@[010.0.0.1]', 'ada@[10.0.0.1]'],
  ])('knows %s', async (_, before, after) => {
    const id = await makeUser(before);
    expect(await run()).toEqual([]);
    expect(await prisma.user.findUnique({ where: { id }, select: { email: true } })).toEqual({
      email: after,
    });
  });

  it('leaves what is one mailbox in two rows, with all that belongs to it, and names the rows without the address', async () => {
    const [older, newer] = [await makeUser(UNICODE), await makeUser(ASCII)];
    await leaveTraces(UNICODE);
    const bystander = await makeUser('bob@exämple.com');
    const before = await addresses();
    const remarks = await run();
    expect(remarks).toEqual([expect.stringContaining(`users.email ${older} and ${newer}`)]);
    expect(remarks.join()).not.toContain('ada@');
    expect(await addresses()).toEqual({
      ...before,
      'users.email': ['ada@exämple.com', 'ada@xn--exmple-cua.com', 'bob@xn--exmple-cua.com'].toSorted(),
      // Another spelling is another address to the trigger, and comes into its form as well.
      'former_addresses.email': ['bob@xn--exmple-cua.com'],
    });
    expect(await prisma.user.count({ where: { id: bystander, email: 'bob@xn--exmple-cua.com' } })).toBe(1);
    expect(await run()).toEqual(remarks);
  });

  it('leaves a registration and its link together', async () => {
    await leaveTraces(UNICODE);
    const { id: _, ...answers } = await prisma.registration.findFirstOrThrow({ where: { address: UNICODE } });
    // The same browser, with the other spelling.
    await prisma.registration.create({ data: { ...answers, address: ASCII } });
    expect(await run()).toEqual([expect.stringMatching(/registrations\.address \S+ and \S+/)]);
    expect(await addresses()).toMatchObject({
      'registrations.address': [ASCII, UNICODE].toSorted(),
      'one_time_links.email': [UNICODE],
    });
  });

  it('leaves both of two open invitations to one team, and moves the rest', async () => {
    await makeUser(UNICODE);
    const { id: otherTeam } = await prisma.team.create({ data: { name: 'Other', seatLimit: 5 } });
    await prisma.teamInvitation.create({
      data: { email: UNICODE, teamId: otherTeam, codeHash: someHash(), expiresAt: LATER },
    });
    for (const email of [UNICODE, ASCII])
      await prisma.teamInvitation.create({ data: { email, teamId, codeHash: someHash(), expiresAt: LATER } });
    expect(await run()).toEqual([expect.stringMatching(/team_invitations\.email \S+ and \S+/)]);
    expect(await addresses()).toMatchObject({
      'users.email': [ASCII],
      'team_invitations.email': [ASCII, ASCII, UNICODE].toSorted(),
    });
  });

  it('keeps one of two waits, which is no choice between people', async () => {
    await makeUser(UNICODE);
    for (const email of [UNICODE, ASCII]) {
      await prisma.mailWait.create({ data: { email, kind: 'reset-password' } });
    }
    await prisma.mailWait.create({ data: { email: UNICODE, kind: 'verify-email' } });
    expect(await run()).toEqual([]);
    expect(await addresses()).toMatchObject({
      'users.email': [ASCII],
      'mail_waits.email': [ASCII, ASCII],
    });
  });

  it('names what has no form and leaves it', async () => {
    const id = await makeUser('a\u200bda@example.com');
    expect(await run()).toEqual([expect.stringContaining(`users.email ${id}`)]);
    expect((await addresses())['users.email']).toEqual(['a\u200bda@example.com']);
  });

  it('does the same for the domains of identity providers', async () => {
    const provider = (name: string, domain: string) =>
      prisma.identityProvider.create({
        data: {
          name,
          teamId,
          entityId: name,
          singleSignOnUrl: 'https://idp.test',
          domains: { create: { domain } },
        },
      });
    await provider('acme', 'exämple.com');
    await provider('other', 'ünion.test');
    await provider('namesake', 'xn--nion-zra.test');
    expect(await run()).toEqual([expect.stringContaining('ünion.test and xn--nion-zra.test')]);
    const domains = await prisma.idpDomain.findMany({ select: { domain: true } });
    expect(domains.map(({ domain }) => domain).toSorted()).toEqual(
      ['xn--exmple-cua.com', 'xn--nion-zra.test', 'ünion.test'].toSorted(),
    );
  });
});
