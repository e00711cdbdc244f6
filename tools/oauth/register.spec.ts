import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool, createPrismaClient } from '@foyer/db/client';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { ROOT } from '../places.ts';
import { projectEnvironment } from '../project-environment.ts';
import { registerClient } from './register-client.ts';

const pool = createPool(testDatabaseUrl(), 2, () => {});
const prisma = createPrismaClient(pool);

beforeEach(() => emptyDatabase(pool));
afterAll(() => pool.end());

/** The command as a person runs it. */
function run(...args: string[]) {
  const env = projectEnvironment({ DATABASE_URL: testDatabaseUrl(), PUBLIC_URL: 'https://portal.test' });
  return spawnSync('node', ['tools/oauth/register.ts', ...args], { cwd: ROOT, env, encoding: 'utf8' });
}

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

describe('npm run oauth:register', () => {
  it('registers an app, and shows its secret once: only the hash is kept', async () => {
    const { status, stdout, stderr } = run(
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

  it('gives a public app no secret, and the client id that was asked for', async () => {
    const { stdout } = run(...planner, '--public', '--client-id', 'planner-on-phones');
    expect(stdout).toContain('it is a public app');
    expect(secretIn(stdout)).toBe('');
    expect(await readClients()).toMatchObject([{ clientId: 'planner-on-phones', secretHash: null }]);
  });

  it('exchanges a secret, and nothing else', async () => {
    const old = await addPlanner();
    const [before] = await readClients();
    const { status, stdout } = run('--rotate-secret', 'planner');
    expect(status).toBe(0);
    expect(secretIn(stdout)).not.toBe(old);
    expect(await readClients()).toEqual([{ ...before, secretHash: hashOf(secretIn(stdout)) }]);
  });

  it('shuts an app out and lets it in again', async () => {
    await addPlanner();
    const [before] = await readClients();
    expect(run('--disable', 'planner').stdout).toContain('is shut out');
    expect(await readClients()).toEqual([{ ...before, isEnabled: false }]);
    expect(run('--enable', 'planner').stdout).toContain('is let in again');
    expect(await readClients()).toEqual([before]);
  });

  it.each<[string, string[], RegExp]>([
    ['nothing', [], /npm run oauth:register --/],
    ['an unknown option', ['--force'], /Unknown option/],
    ['two tasks at once', [...planner, '--disable', 'on-phones'], /npm run oauth:register --/],
    ['an unknown scope', [...planner, '--scope', 'admin'], /no scope "admin"[^]+events\.invite +Invite/],
    ['a new secret of a public app', ['--rotate-secret', 'on-phones'], /has no secret/],
    ['to shut out an unknown app', ['--disable', 'nobody'], /no app with the client id "nobody"/],
  ])('refuses %s in words and changes nothing', async (_what, args, words) => {
    await addPlanner({ clientId: 'on-phones', isPublic: true });
    const before = await readClients();
    const { status, stdout, stderr } = run(...args);
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
    ['a scope that every object has', { scopes: ['toString'] }, /no scope "toString"/],
    ['a client id that is taken', { clientId: 'planner' }, /"planner" is taken/],
    ['a client id with capitals', { clientId: 'Planner' }, /small letters/],
    ['a name that hides characters', { name: 'Planner\u202e' }, /name is to be 1 to 60 characters/],
    ['a name of spaces', { name: ' ' }, /name is to be/],
  ])('is not registered with %s', async (_what, changes, words) => {
    await addPlanner();
    const before = await readClients();
    await expect(addPlanner({ clientId: 'other', ...changes })).rejects.toThrow(words);
    expect(await readClients()).toEqual(before);
  });
});
