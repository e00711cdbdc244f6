import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CatchingSmtp } from '@foyer/testing/catching-smtp';
import { SECRETS } from '@foyer/mail/environment';
import { runCommand } from '@foyer/testing/run-command';
import { testDatabaseUrl, testRoleUrls } from '@foyer/testing/test-database';
import { makeTestCertificate } from '@foyer/testing/test-certificate';
import { openTestPool } from '@foyer/testing/test-pool';

const owner = openTestPool(1);
const OWNER = 'foyer_check_owner';
const ROLES = testRoleUrls();
const ACCOUNTS = {
  MIGRATE_DATABASE_URL: testDatabaseUrl(),
  DATABASE_URL: ROLES.api,
  WORKER_DATABASE_URL: ROLES.worker,
};
const RIGHT = /^ok /;
const TO_DO = /^to do /;

const withAccount = (address: string, username: string, password: string): string =>
  Object.assign(new URL(address), { username, password }).href;

async function check(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = await runCommand('apps/operate/src/check/check.ts', args, {
    NODE_ENV: 'test',
    MIGRATE_DATABASE_URL: '',
    DATABASE_URL: '',
    WORKER_DATABASE_URL: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_API_URL: '',
    SAML_SIGNING_KEY: '',
    SMTP_URL: '',
    MAIL_FROM: '',
    ...env,
  });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  const passwords = Object.values(env).flatMap((value) => URL.parse(value)?.password || []);
  for (const secret of [...passwords, ...SECRETS.flatMap((name) => env[name] || [])])
    expect(stdout).not.toContain(secret);
  return {
    status,
    lines,
    right: lines.filter((line) => RIGHT.test(line)),
    toDo: lines.filter((line) => TO_DO.test(line)),
  };
}

async function checkWhile(breaks: string, repairs: string, env: Record<string, string>) {
  await owner.query(breaks);
  try {
    return await check(env);
  } finally {
    await owner.query(repairs);
  }
}

beforeAll(async () => {
  // An earlier spec may have left a company whose certificate expires soon, which would be a finding.
  await owner.query('DELETE FROM identity_providers');
  await owner.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD 'plain-owner'`);
});
afterAll(async () => {
  await owner.query(`DROP ROLE ${OWNER}`);
  await owner.end();
});

describe('npm run operate -- check', () => {
  it('reports no problem with the secrets of the migration', async () => {
    const { status, toDo, lines } = await check(ACCOUNTS);
    expect([status, toDo]).toEqual([0, []]);
    for (const part of ['Postgres', 'all are applied', 'owns all tables', '"foyer_api" has', 'same time'])
      expect(lines.join('\n')).toContain(part);
  });

  it('checks what the secrets of the API or the worker allow, and names what it could not check', async () => {
    const api = await check({ DATABASE_URL: ROLES.api });
    expect([api.status, api.toDo]).toEqual([0, []]);
    expect(api.lines.join('\n')).toContain('all are applied');
    const worker = await check({ WORKER_DATABASE_URL: ROLES.worker });
    expect([worker.status, worker.toDo]).toEqual([0, []]);
    expect(worker.lines.join('\n')).toMatch(/^not checked {4}migrations: /m);
  });

  it.each([
    [
      'a missing right',
      'REVOKE INSERT ON teams FROM foyer_api',
      'GRANT INSERT ON teams TO foyer_api',
      'The account "foyer_api" lacks INSERT ON TABLE public.teams. Run the migration again',
    ],
    [
      'an unnecessary right',
      'GRANT SELECT ON users TO foyer_worker',
      'REVOKE SELECT ON users FROM foyer_worker',
      'The account "foyer_worker" has rights that it does not need: SELECT ON TABLE public.users. Run the migration again',
    ],
    [
      'job queues that every account can access',
      'ALTER TABLE pgboss.job_common DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE pgboss.job_common ENABLE ROW LEVEL SECURITY',
      'API and worker can access each other’s jobs.',
    ],
    [
      'a missing migration',
      `UPDATE _prisma_migrations SET rolled_back_at = now();
       INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99991231_later', now())`,
      `DELETE FROM _prisma_migrations WHERE id = 'later'; UPDATE _prisma_migrations SET rolled_back_at = NULL`,
      'The database lacks the migration ',
    ],
    [
      'a failed migration',
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
      'UPDATE _prisma_migrations SET finished_at = started_at WHERE finished_at IS NULL',
      / failed\. Fix what its log reports, then run the migration again with --undone \d+_/,
    ],
  ])('says what to do about %s', async (_, breaks, repairs, sentence) => {
    const { status, toDo } = await checkWhile(breaks, repairs, ACCOUNTS);
    expect(status).toBe(1);
    expect(toDo).toEqual([expect.stringMatching(sentence)]);
  });

  it('says what to do about a database URL with a wrong password or the wrong account', async () => {
    const wrong = await check({
      DATABASE_URL: withAccount(ROLES.api, 'foyer_api', 'not-the-password'),
      WORKER_DATABASE_URL: testDatabaseUrl(),
    });
    expect(wrong.status).toBe(1);
    expect(wrong.toDo).toEqual([
      expect.stringContaining('does not accept the user "foyer_api" with this password'),
      expect.stringContaining('has more rights than grants can give'),
    ]);
    const plain = withAccount(testDatabaseUrl(), OWNER, 'plain-owner');
    const foreign = await check({ ...ACCOUNTS, MIGRATE_DATABASE_URL: plain });
    expect(foreign.toDo.join('\n')).toContain(`The account "${OWNER}" of MIGRATE_DATABASE_URL does not own `);
  });

  it('says what to do about a wrong Stripe price, a wrong key, and a Stripe that does not answer', async () => {
    const provider = await startCardProvider({ webhookUrl: 'http://127.0.0.1:9/webhooks/stripe' });
    const env = { ...ACCOUNTS, STRIPE_SECRET_KEY: provider.secretKey, STRIPE_API_URL: provider.url };
    const good = await check(env);
    expect([good.status, good.toDo]).toEqual([0, []]);
    expect(good.lines.join('\n')).toContain('Webhook endpoint: http://127.0.0.1:9/webhooks/stripe');
    provider.control.replacePrice({ unitAmount: 24_900 });
    const dear = await check(env);
    expect(dear.status).toBe(1);
    expect(dear.toDo).toEqual([expect.stringContaining('costs $249.00')]);
    const wrong = await check({ ...env, STRIPE_SECRET_KEY: 'sk_test_another' });
    expect(wrong.toDo).toEqual([expect.stringContaining('rejects STRIPE_SECRET_KEY')]);
    await provider.stop();
    const gone = await check(env);
    expect(gone.toDo).toEqual([expect.stringContaining('does not answer')]);
  });

  it('says what to do about a signing key and a company’s certificate that expire soon', async () => {
    const until = new Date(Date.now() + 10 * 86_400_000);
    const { privateKey, certificate } = await makeTestCertificate({ until });
    const key = Buffer.from(`${privateKey}\n${certificate}\n`).toString('base64');
    const day = until.toISOString().slice(0, 10);
    await owner.query(
      `WITH team AS (INSERT INTO teams (name, seat_limit) VALUES ('Ending', 5) RETURNING id),
            provider AS (INSERT INTO identity_providers (name, team_id, entity_id, single_sign_on_url)
                         SELECT 'ending', id, 'https://idp.test', 'https://idp.test/sso' FROM team RETURNING id)
       INSERT INTO idp_certificates (identity_provider_id, pem) SELECT id, $1 FROM provider`,
      [certificate],
    );
    const { status, toDo } = await check({ DATABASE_URL: ROLES.api, SAML_SIGNING_KEY: key });
    await owner.query(`DELETE FROM teams WHERE name = 'Ending'`);
    expect(status).toBe(1);
    expect(toDo).toEqual([
      expect.stringContaining(`certificates: the one of "ending" expires on ${day}. Ask the company`),
      expect.stringContaining(`SAML key: the signing key expires on ${day}. Run`),
    ]);
  });

  it('checks links, and which client address the portal sees, with --from-outside', async () => {
    let hops = 0;
    const portal = createServer((request, response) => {
      const forged = String(request.headers['x-forwarded-for']);
      response.end(JSON.stringify({ status: 'up', address: hops > 0 ? forged : '127.0.0.1' }));
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    const publicUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
    const env = { WORKER_DATABASE_URL: ROLES.worker, PUBLIC_URL: publicUrl, HOME_URL: `${publicUrl}/home` };
    const good = await check(env, '--from-outside');
    expect([good.status, good.toDo]).toEqual([0, []]);
    expect(good.lines.join('\n')).toContain('the portal sees this machine as 127.0.0.1');
    hops = 1;
    const LEGAL_LINKS = 'privacy=http://nothing.invalid/privacy';
    const wrong = await check({ ...env, LEGAL_LINKS }, '--from-outside');
    portal.close();
    expect(wrong.status).toBe(1);
    expect(wrong.toDo).toEqual([
      expect.stringContaining('http://nothing.invalid/privacy has a host name without a DNS record'),
      expect.stringContaining('Lower TRUSTED_PROXY_HOPS'),
    ]);
  });

  it('sends a mail to the given address, and says what to do if the mail server is unset or down', async () => {
    const server = await CatchingSmtp.start();
    const env = {
      WORKER_DATABASE_URL: ROLES.worker,
      SMTP_URL: server.url.replace('//', '//ada:mail-password@'),
      MAIL_FROM: 'Foyer <no-reply@portal.test>',
    };
    const without = { ...env, SMTP_URL: server.url };
    const looked = await check(without);
    expect([looked.status, server.mails]).toEqual([0, []]);
    const sent = await check(without, '--mail', 'ada@example.com');
    expect([sent.status, sent.toDo]).toEqual([0, []]);
    expect(server.mails).toMatchObject([
      { to: ['ada@example.com'], email: { subject: 'Foyer can send mail' } },
    ]);
    await server.stop();
    const dead = await check(env, '--mail', 'ada@example.com');
    expect(dead.status).toBe(1);
    expect(dead.toDo).toEqual([expect.stringContaining('no mail server answers at 127.0.0.1')]);
    const unset = await check({ WORKER_DATABASE_URL: ROLES.worker }, '--mail', 'ada@example.com');
    expect(unset.toDo).toEqual([expect.stringContaining('SMTP_URL is not set. Set it.')]);
  });
});
