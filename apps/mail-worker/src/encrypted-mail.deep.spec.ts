import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';
import { startSender } from '@foyer/mail/start-sender';
import { CatchingSmtp } from '@foyer/testing/catching-smtp';
import { StartedProcess } from '@foyer/testing/start-process';
import { TestAuthority } from '@foyer/testing/test-authority';
import { emptyDatabase, testRoleUrls } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { safeProduction } from '@foyer/testing/unsafe-production';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MailServer } from './mail-server.ts';

const ADA = 'ada@portal.test';
const log = pino({ level: 'silent' });

/** Without a certificate, this server offers no TLS, as if an attacker had removed the offer. */
let smtp: CatchingSmtp;
let authority: TestAuthority;
let steps: string[];

const note = (): void => {
  steps = [];
  smtp.onStep = (step) => void steps.push(step);
};
/**
 * Returns the server's URL with the host 0.0.0.0. This host is the same machine, but not a loopback address, so the
 * worker requires TLS.
 */
const remoteUrl = (): string => smtp.url.replace('127.0.0.1', '0.0.0.0');

beforeAll(async () => {
  authority = await TestAuthority.make();
});
afterEach(() => smtp.stop());

describe('the encryption of a mail', () => {
  const usual = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...usual, readFileSync(authority.file, 'utf8')]));
  afterAll(() => setDefaultCACertificates(usual));
  const send = (server: MailServer, signal: AbortSignal) =>
    server.send({ from: 'no-reply@portal.test', to: ADA, subject: 'Hello', text: 'Hello' }, signal);

  it.each<[string, () => Promise<CatchingSmtp>]>([
    ['offers no TLS, or whose offer an attacker removed', () => CatchingSmtp.start()],
    [
      'presents a certificate of an untrusted authority',
      async () => CatchingSmtp.start(0, await (await TestAuthority.make()).certify()),
    ],
    [
      'presents a certificate for another host',
      async () => CatchingSmtp.start(0, await authority.certify('mail.portal.test')),
    ],
  ])('makes a mail wait instead of going to a server that %s [asvs 12.3.2]', async (_, start) => {
    smtp = await start();
    note();
    const states: boolean[] = [];
    const server = new MailServer(smtp.url, log, (isUp) => states.push(isUp), { mustEncrypt: true });
    const control = new AbortController();
    const refused = expect(send(server, control.signal)).rejects.toThrow();
    while (states.length === 0 && smtp.mails.length === 0) await sleep(20);
    control.abort();
    await refused;
    server.close();
    expect([states, new Set(steps), smtp.mails]).toEqual([[false], new Set(['connect']), []]);
  });

  it('works with a server whose certificate is for its host and from a trusted authority', async () => {
    smtp = await CatchingSmtp.start(0, await authority.certify());
    const server = new MailServer(smtp.url, log, () => {}, { mustEncrypt: true });
    await send(server, new AbortController().signal);
    server.close();
    expect(smtp.mails).toMatchObject([{ to: [ADA], isEncrypted: true }]);
  });

  it('is optional within one machine and in development', async () => {
    smtp = await CatchingSmtp.start();
    const server = new MailServer(smtp.url, log, () => {});
    await send(server, new AbortController().signal);
    server.close();
    expect(smtp.mails).toMatchObject([{ to: [ADA], isEncrypted: false }]);
  });
});

describe('a worker in production', () => {
  let pool: Pool;
  let boss: PgBoss;
  let queue: MailQueue;
  const environment = safeProduction();
  beforeAll(async () => {
    pool = openTestPool(4);
    boss = await startSender(pool, () => {});
    queue = new MailQueue(boss, environment['MAIL_SECRET'] ?? '');
    await emptyDatabase(pool);
  });
  afterAll(async () => {
    await boss.stop({ graceful: false });
    await pool.end();
  });

  it('sends no link while the server offers no STARTTLS, and sends it encrypted as soon as it does', async () => {
    smtp = await CatchingSmtp.start();
    note();
    const worker = await StartedProcess.start(
      'apps/mail-worker/src/main.ts',
      {
        ...environment,
        WORKER_DATABASE_URL: testRoleUrls().worker,
        SMTP_URL: remoteUrl(),
        NODE_EXTRA_CA_CERTS: authority.file,
      },
      'the mail worker is up',
    );
    try {
      await createPrismaClient(pool).$transaction((transaction) =>
        queue.enqueueMail(transaction, {
          kind: 'reset-password',
          to: ADA,
          content: { firstName: 'Ada', resetToken: 'a-token-that-nobody-reads' },
        }),
      );
      while (steps.length < 2) await sleep(20);
      expect([new Set(steps), smtp.mails]).toEqual([new Set(['connect']), []]);
      const { rows } = await pool.query<{ name: string; state: string }>(
        'SELECT name, state FROM pgboss.job',
      );
      expect(rows).toEqual([{ name: MAIL_QUEUE, state: 'active' }]);
      const port = Number(new URL(smtp.url).port);
      await smtp.stop();
      smtp = await CatchingSmtp.start(port, await authority.certify());
      const mail = await smtp.waitForMail(ADA);
      expect([mail.isEncrypted, mail.source.includes('a-token-that-nobody-reads')]).toEqual([true, true]);
      const { rows: dead } = await pool.query('SELECT FROM pgboss.job WHERE name = $1', [FAILED_MAIL_QUEUE]);
      expect([smtp.mails.length, dead]).toEqual([1, []]);
    } finally {
      await worker.kill();
    }
  });
});
