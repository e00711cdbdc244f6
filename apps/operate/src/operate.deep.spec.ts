import { spawnSync } from 'node:child_process';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { erasureOf } from '@foyer/db/erasures';
import {
  FAILED_JOB_QUEUE,
  FAILED_MAIL_QUEUE,
  IDENTITY_LINKED_QUEUE,
  MAIL_QUEUE,
  NEW_DEVICE_QUEUE,
} from '@foyer/mail/queues';
import { runCommand } from '@foyer/testing/run-command';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';

const pool = openTestPool(2);
const prisma = createPrismaClient(pool);
const EMAIL = 'ada@example.com';
const NIGHT = new Date(Date.now() + 86_400_000);
let userId: string;
let teamId: string;
let hashes = 0;

const someHash = () => new Uint8Array(32).fill(++hashes);
beforeEach(async () => {
  await emptyDatabase(pool);
  ({ id: teamId } = await prisma.team.create({ data: { name: 'Ada Events', seatLimit: 5 } }));
  userId = await addMember(EMAIL, 'Ada');
  await prisma.team.update({ where: { id: teamId }, data: { ownerId: userId } });
});
afterAll(() => pool.end());

async function addMember(email: string, firstName: string): Promise<string> {
  const names = {
    email,
    firstName,
    lastName: 'Lovelace',
    company: 'Ada Events',
    countryCode: 'US',
    stateCode: 'CA',
  };
  const { id } = await prisma.user.create({ data: { ...names, teamId, passwordHash: '$argon2id$secret' } });
  return id;
}

async function leaveTraces(): Promise<void> {
  await prisma.session.create({
    data: { tokenHash: someHash(), userId, userAgent: 'Ada’s browser', expiresAt: NIGHT },
  });
  await prisma.oneTimeLink.create({
    data: { purpose: 'reset_password', email: EMAIL, userId, tokenHash: someHash(), expiresAt: NIGHT },
  });
  const client = await prisma.oAuthClient.create({
    data: {
      clientId: `app-${++hashes}`,
      name: 'Planner',
      redirectUris: ['https://app.test/'],
      scopes: ['profile'],
    },
  });
  await prisma.oAuthGrant.create({
    data: { clientId: client.id, userId, scopes: ['profile'], expiresAt: NIGHT },
  });
  await prisma.consent.create({
    data: { userId, what: 'terms', how: 'contract', textVersion: '2026-11-22', language: 'de' },
  });
  const invitation = { email: EMAIL, codeHash: someHash(), expiresAt: NIGHT };
  const { id: otherTeam } = await prisma.team.create({ data: { name: 'Other', seatLimit: 9 } });
  await prisma.teamInvitation.create({ data: { ...invitation, teamId: otherTeam } });
  const event = { eventId: 'gala', eventName: 'Gala', inviterName: 'Ada Lovelace', inviterEmail: EMAIL };
  await prisma.eventInvitation.create({
    data: { ...event, email: 'guest@example.com', codeHash: someHash(), expiresAt: NIGHT },
  });
  await prisma.eventInvitation.create({
    data: {
      ...event,
      inviterEmail: 'x@example.com',
      inviterName: 'X',
      email: EMAIL,
      codeHash: someHash(),
      expiresAt: NIGHT,
    },
  });
  await prisma.seatRequest.create({
    data: { teamId: otherTeam, email: EMAIL, firstName: 'Ada', lastName: 'L' },
  });
  await prisma.mailLimit.createMany({
    data: [EMAIL, userId].map((subject) => ({ subject, name: 'reset-password', emptyAt: NIGHT })),
  });
  await prisma.lockout.create({ data: { subject: EMAIL } });
  await prisma.auditEvent.create({
    data: {
      action: 'login',
      outcome: 'ok',
      userId,
      email: EMAIL,
      ipAddress: '192.0.2.1',
      userAgent: 'Ada’s browser',
    },
  });
  await pool.query('INSERT INTO pgboss.job (name, data) VALUES ($1, $2)', [
    MAIL_QUEUE,
    { kind: 'welcome', to: EMAIL, sealed: 'x' },
  ]);
}

const FILE = 'apps/operate/src/operate.ts';
const operate = (...args: string[]) => operateOn({}, ...args);
const operateOn = (environment: Record<string, string>, ...args: string[]) =>
  runCommand(FILE, args, { DATABASE_URL: testDatabaseUrl(), ...environment });

async function recordedDetails(action: string): Promise<unknown[]> {
  const events = await prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'asc' } });
  return events.map(({ details }) => details);
}

async function dump(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT schemaname || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' OR (schemaname = 'pgboss' AND tablename LIKE 'job%')`,
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => JSON.stringify((await pool.query(`SELECT t::text FROM ${name} t`)).rows)),
  );
  return texts.join('\n');
}

describe('npm run operate', () => {
  it('exports all data about a person, without any hash', async () => {
    await leaveTraces();
    const { status, stdout } = spawnSync('node', [FILE, 'export-user', ' ADA@Example.com'], {
      cwd: ROOT,
      env: projectEnvironment({ DATABASE_URL: testDatabaseUrl() }),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    const found = JSON.parse(stdout) as Record<string, unknown>;
    expect(found).toMatchObject({
      email: EMAIL,
      user: {
        id: userId,
        firstName: 'Ada',
        team: { name: 'Ada Events' },
        sessions: [{ userAgent: 'Ada’s browser' }],
        oauthGrants: [{ client: { name: 'Planner' } }],
        consents: [{ what: 'terms', language: 'de' }],
      },
      links: [{ purpose: 'reset_password' }],
      teamInvitations: [{ email: EMAIL }],
      eventInvitations: [{ inviterEmail: EMAIL }, { email: EMAIL }],
      seatRequests: [{ firstName: 'Ada' }],
      mailLimits: [{ subject: EMAIL }, { subject: userId }],
      lockouts: [{ subject: EMAIL }],
      mails: [{ kind: 'welcome' }],
      securityLog: [{ action: 'login', ipAddress: '192.0.2.1' }],
    });
    expect(stdout).not.toMatch(/hash|argon2/i);
    expect(await recordedDetails('operator.export-user')).toEqual([{}]);
  });

  it('erases a person from all tables, keeps anonymous log events, and keeps the data of others', async () => {
    await leaveTraces();
    const { stdout, status } = await operate('erase-user', EMAIL);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.slice(0, 4)).toEqual([
      `${EMAIL} is erased.`,
      'Apps keep the data they read. Ask Planner to erase it.',
      `If you use analytics, erase the user ID ${userId} there. Logs contain the user until the logs are deleted.`,
      'Keep these lines for repeat-erasures after a restore:',
    ]);
    expect(lines[4]).toBe(erasureOf(userId));
    const left = await dump();
    for (const trace of [EMAIL, 'Lovelace', 'Ada', '192.0.2.1', 'argon2']) expect(left).not.toContain(trace);
    expect(await prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'login', outcome: 'ok', userId, email: '' },
      { action: 'operator.erase-user', userId },
    ]);
    expect(left).toContain('guest@example.com');
    expect((await operate('erase-user', EMAIL)).stderr).toContain('knows nothing about ada@example.com');
  });

  it('does not erase an owner whose team has other members or an active plan', async () => {
    await addMember('bob@example.com', 'Bob');
    expect(await operate('erase-user', EMAIL)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The user owns the team "Ada Events", which has 1 other member(s).'),
    });
    await prisma.user.delete({ where: { email: 'bob@example.com' } });
    await prisma.subscription.create({ data: { teamId, stripeCustomerId: 'cus_1', status: 'active' } });
    expect(await operate('erase-user', EMAIL)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is active, and the team would have no members left'),
    });
    await prisma.subscription.update({ where: { teamId }, data: { status: 'canceled' } });
    expect((await operate('erase-user', EMAIL)).stdout).toContain(
      'The card provider still has the customer cus_1',
    );
    expect(await prisma.user.count()).toBe(0);
  });

  it('ends sessions, deactivates, unlocks, and reactivates only while a seat is free [asvs 7.4.5]', async () => {
    await leaveTraces();
    expect((await operate('end-sessions', EMAIL)).stdout).toContain(
      'ended 1 session(s) and the access of 1 app(s)',
    );
    expect(await prisma.session.count()).toBe(0);
    expect(await prisma.oAuthGrant.count({ where: { revokedAt: null } })).toBe(0);
    await operate('deactivate', EMAIL);
    expect(await prisma.user.count({ where: { deactivatedAt: { not: null } } })).toBe(1);
    await prisma.team.update({ where: { id: teamId }, data: { seatLimit: 0 } });
    expect((await operate('reactivate', EMAIL)).stderr).toContain('has no free seat');
    await prisma.team.update({ where: { id: teamId }, data: { seatLimit: 1 } });
    expect((await operate('reactivate', EMAIL)).stdout).toContain('can log in again');
    expect((await operate('unlock', EMAIL)).stdout).toContain('can try again now');
    expect(await prisma.lockout.count()).toBe(0);
    const events = await prisma.auditEvent.findMany({ where: { action: { startsWith: 'operator.' } } });
    expect(events.map(({ action }) => action).sort()).toEqual(
      ['deactivate', 'end-sessions', 'reactivate', 'unlock'].map((name) => `operator.${name}`),
    );
    expect((await operate('deactivate', 'nobody@example.com')).stderr).toContain('There is no account');
  });

  it('names the owner’s requested deletion, not the seats, when it cannot reactivate a member', async () => {
    await addMember('bob@example.com', 'Bob');
    await operate('deactivate', 'bob@example.com');
    await prisma.user.update({ where: { id: userId }, data: { deletionRequestedAt: new Date() } });
    const { stderr } = await operate('reactivate', 'bob@example.com');
    expect(stderr).toMatch(/^\nThe owner of the team of bob@example\.com has requested the deletion/);
  });

  it('removes a lost second factor with its codes and passkeys, and ends sessions and app access', async () => {
    await leaveTraces();
    await prisma.secondFactor.create({ data: { userId, sealedSecret: 'sealed', confirmedAt: new Date() } });
    await prisma.user.update({ where: { id: userId }, data: { secondFactorAt: new Date() } });
    await prisma.recoveryCode.create({ data: { userId, selector: 'abcd', codeHash: '$argon2id$code' } });
    await prisma.pendingLogin.create({ data: { userId, tokenHash: someHash(), expiresAt: NIGHT } });
    const remembered = { trustedUntil: NIGHT, notifiedAt: NIGHT };
    await prisma.knownDevice.create({ data: { userId, tokenHash: someHash(), ...remembered } });
    const passkey = { publicKey: Buffer.alloc(1), counter: 0, name: 'Phone' };
    await prisma.passkey.create({ data: { userId, credentialId: 'of-ada', ...passkey } });
    const other = await addMember('bob@example.com', 'Bob');
    await prisma.passkey.create({ data: { userId: other, credentialId: 'of-bob', ...passkey } });
    await prisma.secondFactor.create({ data: { userId: other, sealedSecret: 's', confirmedAt: new Date() } });

    expect((await operate('reset-second-factor', EMAIL)).stdout).toContain(
      'no longer has a second factor or a passkey',
    );
    const ada = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect([ada.secondFactorAt, ada.passwordHash]).toEqual([null, '$argon2id$secret']);
    expect(await prisma.secondFactor.findMany({ select: { userId: true } })).toEqual([{ userId: other }]);
    expect(await prisma.passkey.findMany({ select: { userId: true } })).toEqual([{ userId: other }]);
    expect(await prisma.recoveryCode.count()).toBe(0);
    expect(await prisma.pendingLogin.count()).toBe(0);
    expect(await prisma.knownDevice.count()).toBe(0);
    expect(await prisma.session.count()).toBe(0);
    expect(await prisma.oAuthGrant.count({ where: { revokedAt: null } })).toBe(0);
    expect((await operate('reset-second-factor', EMAIL)).stderr).toContain('has no second factor');
    const events = await prisma.auditEvent.findMany({ where: { action: 'operator.reset-second-factor' } });
    expect(events).toMatchObject([{ outcome: 'ok', userId, email: EMAIL }]);
  });

  it('offers a team in its owner’s name, only to another active member, and replaces an open offer', async () => {
    const bob = await addMember('bob@example.com', 'Bob');
    const cleo = await addMember('cleo@example.com', 'Cleo');
    expect((await operate('hand-over', EMAIL, 'bob@example.com')).stdout).toContain(
      'Ada Events is offered to bob@example.com',
    );
    await operate('hand-over', EMAIL, ' Cleo@example.com');
    const offer = await prisma.ownerOffer.findUniqueOrThrow({ where: { teamId } });
    expect(offer).toMatchObject({ ownerId: userId, memberId: cleo });
    expect(await prisma.team.findUniqueOrThrow({ where: { id: teamId } })).toMatchObject({ ownerId: userId });
    expect(
      await prisma.auditEvent.findMany({
        where: { action: 'operator.hand-over' },
        select: { userId: true },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([{ userId: bob }, { userId: cleo }]);

    await prisma.user.update({ where: { id: bob }, data: { deactivatedAt: new Date() } });
    for (const stranger of [EMAIL, 'bob@example.com', 'nobody@example.com'])
      expect(await operate('hand-over', EMAIL, stranger)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${stranger} is not another active member of Ada Events`),
      });
    expect((await operate('hand-over', 'cleo@example.com', EMAIL)).stderr).toContain('owns no team');
    expect((await operate('hand-over', EMAIL)).stderr).toContain('hand-over <owner> <member>');
  });

  it('lists failed mails and sends them again', async () => {
    await pool.query(`INSERT INTO pgboss.job (name, data, source_name) VALUES ($1, $2, $3)`, [
      FAILED_MAIL_QUEUE,
      { kind: 'welcome', to: EMAIL, sealed: 'x' },
      MAIL_QUEUE,
    ]);
    const { stdout } = await operate('dead-mails');
    expect(stdout).toMatch(/welcome +ada@example\.com/);
    expect((await operate('dead-mails', 'retry', stdout.slice(0, 36))).stdout).toContain(
      '1 mail(s) will be sent again',
    );
    const { rows } = await pool.query(`SELECT state::text FROM pgboss.job WHERE name = $1`, [MAIL_QUEUE]);
    expect(rows).toEqual([{ state: 'created' }]);
    expect((await operate('dead-mails')).stdout).toContain('There are no failed mails');
    expect(await operate('dead-mails', 'drop', 'no-id')).toMatchObject({
      status: 1,
      stderr: '\nNo failed mail has this ID.\n\n',
    });
    expect(await recordedDetails('operator.dead-mails')).toEqual([{ verb: 'retry', count: 1 }]);
  });

  it('lists failed jobs, retries them and deletes them', async () => {
    for (const userId of ['one', 'two'])
      await pool.query(
        `INSERT INTO pgboss.job (name, data, source_name, source_output) VALUES ($1, $2, $3, $4)`,
        [FAILED_JOB_QUEUE, { userId }, NEW_DEVICE_QUEUE, { message: '\nno such\n\nthing' }],
      );
    const { stdout } = await operate('dead-jobs');
    expect(stdout).toMatch(/new-device +\{"userId": ?"one"\} +no such thing\n/);
    expect((await operate('dead-jobs', 'retry', stdout.slice(0, 36))).stdout).toContain(
      '1 job(s) will be tried again',
    );
    expect((await operate('dead-jobs', 'drop', 'all')).stdout).toContain('1 job(s) deleted');
    expect((await operate('dead-jobs')).stdout).toContain('There are no failed jobs');
    expect((await operate('dead-jobs', 'drop', 'all')).stderr).toContain('There are no failed jobs');
    expect(await recordedDetails('operator.dead-jobs')).toEqual([
      { verb: 'retry', count: 1 },
      { verb: 'drop', count: 1 },
    ]);
  });

  it('knows every column that can identify a person', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ '(email|^address$|^subject$|user_id|_by_id|owner_id|inviter)' ORDER BY 1`,
    );
    // If you add a column here, add it also to export-person.ts and erase-person.ts in libs/db.
    expect(rows.map(({ name }) => name)).toEqual([
      'address_changes.new_email',
      'address_changes.old_email',
      'address_changes.user_id',
      'audit_events.email',
      'audit_events.user_id',
      'consents.user_id',
      'data_exports.user_id',
      'ended_access.user_id',
      'event_collaborations.user_id',
      'event_invitations.email',
      'event_invitations.inviter_email',
      'event_invitations.inviter_name',
      'factor_recoveries.user_id',
      'former_addresses.email',
      'former_addresses.user_id',
      'former_identities.user_id',
      'identity_providers.email_attribute',
      'known_devices.user_id',
      'lockouts.subject',
      'mail_limits.subject',
      'member_changes.email',
      'oauth_grants.user_id',
      'one_time_links.email',
      'one_time_links.user_id',
      'owner_offers.owner_id',
      'passkeys.user_id',
      'payment_attempts.user_id',
      'pending_identities.email',
      'pending_identities.user_id',
      'pending_logins.user_id',
      'recovery_codes.user_id',
      'registrations.address',
      'seat_requests.email',
      'second_factor_lockouts.user_id',
      'second_factors.user_id',
      'sessions.user_id',
      'sso_identities.user_id',
      'sso_tests.tested_by_id',
      'subscriptions.former_owner_id',
      'team_invitations.email',
      'team_invitations.inviter_id',
      'teams.owner_id',
      'users.email',
    ]);
  });

  it('links a pending company identity, and sends its user a mail', async () => {
    const { id: identityProviderId } = await prisma.identityProvider.create({
      data: { name: 'acme', teamId, entityId: 'urn:acme', singleSignOnUrl: 'https://acme.test/' },
    });
    expect((await operate('link-identity', 'acme', EMAIL)).stderr).toContain(
      'No identity with ada@example.com is waiting.',
    );
    const claim = { identityProviderId, userId, email: EMAIL, firstName: 'Ada', lastName: 'L' };
    await prisma.pendingIdentity.createMany({
      data: ['first', 'second'].map((nameId) => ({ ...claim, nameId })),
    });
    expect((await operate('link-identity', 'acme', EMAIL)).stderr).toContain(
      'Several identities are waiting.',
    );
    expect((await operate('link-identity', 'acme', 'nobody@example.com')).stderr).toContain(
      'is not an active member',
    );
    const { stdout } = await operate('link-identity', 'acme', EMAIL, 'second');
    expect(stdout).toContain(
      'Ada Lovelace (ada@example.com), the owner of Ada Events, signs in through "acme"',
    );
    expect(await prisma.ssoIdentity.findMany()).toMatchObject([{ nameId: 'second', userId }]);
    expect(await prisma.pendingIdentity.count({ where: { nameId: 'second' } })).toBe(0);
    const { rows } = await pool.query(`SELECT data FROM pgboss.job WHERE name = $1`, [IDENTITY_LINKED_QUEUE]);
    expect(rows).toMatchObject([{ data: { email: EMAIL, identityProvider: 'acme' } }]);
  });

  it.each([
    [
      'DATABASE_URL',
      'postgresql://nobody:wrong@127.0.0.1:9/foyer',
      ': no database server answers at 127.0.0.1:9.',
    ],
    ['MIGRATE_DATABASE_URL', '127.0.0.1', ' is not the URL of a Postgres database.'],
  ])('explains in one sentence what is wrong with %s=%s', async (variable, url, sentence) => {
    const { status, stderr } = await operateOn(
      { DATABASE_URL: testDatabaseUrl(), [variable]: url },
      'dead-mails',
    );
    expect(stderr.trim()).toMatch(/^.*$/);
    expect(stderr.trim().startsWith(variable + sentence)).toBe(true);
    expect(status).toBe(1);
  });

  it('explains in one sentence that the card provider does not answer, or that its key is missing', async () => {
    const provider = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_URL: 'http://127.0.0.1:9' };
    const { stderr } = await operateOn(provider, 'billing-drift');
    expect(stderr.trim()).toMatch(/^The card provider at http:\/\/127\.0\.0\.1:9 does not answer.*$/);
    const addresses: Record<string, string>[] = [
      { DATABASE_URL: testDatabaseUrl() },
      { DATABASE_URL: '', MIGRATE_DATABASE_URL: testDatabaseUrl() },
    ];
    for (const address of addresses)
      expect((await operateOn({ ...address, STRIPE_SECRET_KEY: '' }, 'billing-drift')).stderr.trim()).toBe(
        'Set STRIPE_SECRET_KEY to the key that the API uses.',
      );
  });

  it('lists its commands', async () => {
    expect((await operate('unknown')).stderr).toContain('export-user <email>');
  });
});
