import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { runCommand } from '@foyer/testing/run-command';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';
import { registerClient } from './manage-clients.ts';

const pool = openTestPool(2);
const prisma = createPrismaClient(pool);

beforeEach(() => emptyDatabase(pool));
afterAll(() => pool.end());

const FILE = 'apps/operate/src/oauth/apps.ts';
const environment = () => ({ DATABASE_URL: testDatabaseUrl(), PUBLIC_URL: 'https://portal.test' });
const start = (...args: string[]) =>
  spawnSync('node', [FILE, ...args], {
    cwd: ROOT,
    env: projectEnvironment(environment()),
    encoding: 'utf8',
  });
const run = (...args: string[]) => runCommand(FILE, args, environment());

const CALLBACK = 'https://planner.test/callback';
const planner = ['--name', 'Planner', '--redirect-uri', CALLBACK, '--scope', 'profile'];

const addPlanner = (changes = {}) =>
  registerClient(prisma, {
    clientId: 'planner',
    name: 'Planner',
    redirectUris: [CALLBACK],
    scopes: ['profile'],
    isPublic: false,
    ...changes,
  });

const readClients = () => prisma.oAuthClient.findMany({ orderBy: { createdAt: 'asc' } });
const secretIn = (output: string) => /client_secret +(\S{43})$/m.exec(output)?.[1] ?? '';
const hashOf = (secret: string) => new Uint8Array(createHash('sha256').update(secret).digest());

describe('npm run operate -- oauth:*', () => {
  it('registers an app, shows its secret, and stores only the hash', async () => {
    const { status, stdout, stderr } = start(
      'register',
      ...planner,
      '--redirect-uri',
      'http://localhost:4000/callback',
      '--scope',
      'diagrams.read',
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [client] = await readClients();
    expect(client).toMatchObject({
      name: 'Planner',
      redirectUris: [CALLBACK, 'http://localhost:4000/callback'],
      scopes: ['profile', 'diagrams.read'],
      isEnabled: true,
    });
    expect(stdout).toContain(`client_id       ${client?.clientId}`);
    expect(stdout).toContain('https://portal.test/.well-known/oauth-authorization-server');
    expect(Buffer.from(secretIn(stdout), 'base64url')).toHaveLength(32);
    expect(client?.secretHash).toEqual(hashOf(secretIn(stdout)));
  });

  it('gives a public app no secret, and the requested client ID', async () => {
    const { stdout } = await run('register', ...planner, '--public', '--client-id', 'planner-on-phones');
    expect(stdout).toContain('it is a public app');
    expect(secretIn(stdout)).toBe('');
    expect(await readClients()).toMatchObject([{ clientId: 'planner-on-phones', secretHash: null }]);
  });

  it('adds a second secret, and revokes the first on request', async () => {
    const first = (await addPlanner()) ?? '';
    const [before] = await readClients();
    const added = await run('edit', 'planner', '--new-secret');
    expect(added.status).toBe(0);
    const second = hashOf(secretIn(added.stdout));
    expect(await readClients()).toEqual([{ ...before, secretHash: second, oldSecretHash: hashOf(first) }]);
    expect((await run('edit', 'planner', '--new-secret')).stderr).toContain('End the old one first');
    expect((await run('edit', 'planner', '--end-old-secret')).stdout).toContain('is now invalid');
    expect(await readClients()).toEqual([{ ...before, secretHash: second }]);
  });

  it.each([1, 2])(
    'replaces a leaked secret in one call with both options (valid secrets before: %d)',
    async (good) => {
      await addPlanner();
      if (good === 2) await run('edit', 'planner', '--new-secret');
      const [before] = await readClients();
      const { status, stdout } = await run('edit', 'planner', '--new-secret', '--end-old-secret');
      expect(status).toBe(0);
      expect(stdout).toContain('all old ones are invalid');
      const secretHash = hashOf(secretIn(stdout));
      expect(await readClients()).toEqual([{ ...before, secretHash, oldSecretHash: null }]);
    },
  );

  it('changes only the named settings', async () => {
    await addPlanner();
    const [before] = await readClients();
    expect(
      (await run('edit', 'planner', '--name', 'Planner 2', '--scope', 'events.invite')).stdout,
    ).toContain('changed');
    expect(await readClients()).toEqual([{ ...before, name: 'Planner 2', scopes: ['events.invite'] }]);
  });

  it('prints how many connections lose a scope, and how many end', async () => {
    await addPlanner({ scopes: ['profile', 'events.invite'] });
    const client = await prisma.oAuthClient.findFirstOrThrow();
    const user = await prisma.user.create({
      data: {
        email: 'ada@planner.test',
        firstName: 'Ada',
        lastName: 'Lovelace',
        team: { create: { name: 'Planners', seatLimit: 1 } },
      },
    });
    const expiresAt = new Date(Date.now() + 86_400_000);
    for (const scopes of [['profile', 'events.invite'], ['events.invite'], ['profile']])
      await prisma.oAuthGrant.create({ data: { clientId: client.id, userId: user.id, scopes, expiresAt } });
    const { stdout } = await run('edit', 'planner', '--scope', 'profile');
    expect(stdout).toContain('2 connections lose events.invite; 1 of them ends');
    const grants = await prisma.oAuthGrant.findMany({ orderBy: { id: 'asc' } });
    expect(grants.map(({ scopes, revokedAt }) => [scopes, revokedAt !== null])).toEqual([
      [['profile'], false],
      [[], true],
      [['profile'], false],
    ]);
    expect((await run('edit', 'planner', '--scope', 'profile')).stdout).toContain(
      'connected users stay connected',
    );
  });

  it('deactivates an app and reactivates it', async () => {
    await addPlanner();
    const [before] = await readClients();
    expect((await run('edit', 'planner', '--disable')).stdout).toContain('is deactivated');
    expect(await readClients()).toEqual([{ ...before, isEnabled: false }]);
    expect((await run('edit', 'planner', '--enable')).stdout).toContain('is active again');
    expect(await readClients()).toEqual([before]);
  });

  it('lists the apps without their secrets, and deletes one', async () => {
    expect((await run('list')).stdout).toContain('No app is registered');
    const secret = (await addPlanner()) ?? '';
    await addPlanner({ clientId: 'on-phones', isPublic: true });
    const { stdout } = await run('list');
    expect(stdout).toMatch(
      /^on-phones {2}"Planner"[^]+public app[^]+^planner {2}"Planner"[^]+connections +0/m,
    );
    for (const form of [secret, Buffer.from(hashOf(secret)).toString('hex')])
      expect(stdout).not.toContain(form);
    expect((await run('delete', 'planner')).stdout).toContain('are deleted');
    expect(await readClients()).toMatchObject([{ clientId: 'on-phones' }]);
  });

  it('writes an event to the security log for each change', async () => {
    await addPlanner();
    await run('edit', 'planner', '--new-secret');
    await run('edit', 'planner', '--name', 'Planner 2', '--disable');
    await run('delete', 'planner');
    const events = await prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
    expect(events.map(({ action, details }) => [action, details])).toEqual(
      ['register', 'new-secret', 'name isEnabled', 'delete'].map((change) => [
        'operator.oauth-client',
        { client: 'planner', change },
      ]),
    );
  });

  it('prints its usage', async () => {
    const { status, stdout } = await run('register', '--help');
    expect(status).toBe(0);
    for (const command of ['register', 'list', 'edit', 'delete'])
      expect(stdout).toContain(`oauth:${command}`);
  });

  it.each<[string, string[], RegExp]>([
    ['a command without options', ['register'], /npm run operate -- oauth:register/],
    ['an unknown option', ['register', '--force'], /Unknown option/],
    ['an edit without a change', ['edit', 'on-phones'], /npm run operate -- oauth:register/],
    [
      'two contradictory changes',
      ['edit', 'on-phones', '--disable', '--enable'],
      /npm run operate -- oauth:register/,
    ],
    [
      'an unknown scope',
      ['register', ...planner, '--scope', 'admin'],
      /no scope "admin"[^]+events\.invite +Invite/,
    ],
    ['a new secret for a public app', ['edit', 'on-phones', '--new-secret'], /has no secret/],
    [
      'the revocation of an old secret that does not exist',
      ['edit', 'on-phones', '--end-old-secret'],
      /has no older secret/,
    ],
    [
      'the deactivation of an unknown app',
      ['edit', 'unknown', '--disable'],
      /no app with the client id "unknown"/,
    ],
    ['the deletion of an unknown app', ['delete', 'unknown'], /no app with the client id "unknown"/],
  ])('rejects %s with a readable message, and changes nothing', async (_what, args, words) => {
    await addPlanner({ clientId: 'on-phones', isPublic: true });
    const before = await readClients();
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/ at .+:\d+/);
    expect(await readClients()).toEqual(before);
  });
});

describe('an app', () => {
  it.each([
    [
      'a redirect URI with a query',
      { redirectUris: [CALLBACK, `${CALLBACK}?a=1`] },
      /a=1" must not have a query/,
    ],
    ['no redirect URI', { redirectUris: [] }, /at least one --redirect-uri/],
    ['no scope', { scopes: [] }, /at least one --scope[^]+profile +See/],
    ['a scope named like a property of every object', { scopes: ['toString'] }, /no scope "toString"/],
    ['a client ID that is taken', { clientId: 'planner' }, /"planner" is taken/],
    ['a client ID with capitals', { clientId: 'Planner' }, /lowercase letters/],
    ['a name with invisible characters', { name: 'Planner\u202e' }, /name must have 1 to 60 characters/],
    ['a name of only spaces', { name: ' ' }, /name must have/],
  ])('is not registered with %s', async (_what, changes, words) => {
    await addPlanner();
    const before = await readClients();
    await expect(addPlanner({ clientId: 'other', ...changes })).rejects.toThrow(words);
    expect(await readClients()).toEqual(before);
  });
});
