import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPrismaClient, type PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { mailRules } from '@foyer/mail/mail-kinds';
import { FAILED_MAIL_QUEUE, MAIL_QUEUE } from '@foyer/mail/queues';
import { startSender } from '@foyer/mail/start-sender';
import { CatchingSmtp } from '@foyer/testing/catching-smtp';
import { StartedProcess } from '@foyer/testing/start-process';
import { emptyDatabase, testRoleUrls } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { findFreePort } from '@foyer/tools/run/ports';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { readWorkerEnv } from './env.ts';
import { WorkerMetrics } from './metrics.ts';
import { mails } from './test-mails.ts';
import { workMails } from './work-mails.ts';

const log = pino({ level: 'silent' });
const MAIL_SECRET = 'mail-secret-of-the-specs-0123456789';

describe('the mail worker', () => {
  let pool: Pool;
  let prisma: PrismaClient;
  let boss: PgBoss;
  let queue: MailQueue;
  let smtp: CatchingSmtp;
  let workers: { stop(): Promise<void> }[];
  let processes: StartedProcess[];

  beforeAll(async () => {
    pool = openTestPool(4);
    prisma = createPrismaClient(pool);
    boss = await startSender(pool, () => {});
    queue = new MailQueue(boss, MAIL_SECRET);
  });
  afterAll(async () => {
    await boss.stop({ graceful: false });
    await pool.end();
  });
  beforeEach(async () => {
    await emptyDatabase(pool);
    smtp = await CatchingSmtp.start();
    [workers, processes] = [[], []];
  });
  afterEach(async () => {
    await Promise.all(processes.map((process) => process.kill()));
    // Stops workers and server together: a worker waits for its mails in flight, which fail only when the server stops.
    await Promise.all([...workers.map((worker) => worker.stop()), smtp.stop()]);
  });

  const environment = () => ({
    NODE_ENV: 'test',
    WORKER_DATABASE_URL: testRoleUrls().worker,
    MAIL_SECRET,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Foyer <no-reply@portal.test>',
    PUBLIC_URL: 'https://portal.test',
  });
  const startWorker = async () => {
    workers.push(await workMails(readWorkerEnv(environment()), log, new WorkerMetrics()));
  };
  const startProcess = async (metricsPort = 0) => {
    const process = await StartedProcess.start(
      'apps/mail-worker/src/main.ts',
      { ...environment(), METRICS_PORT: String(metricsPort) },
      'the mail worker is up',
    );
    processes.push(process);
    return process;
  };
  const welcome = (to: string) =>
    ({ kind: 'welcome', to, content: { firstName: 'Ada', plan: 'free' } }) as const;
  const jobsIn = async (state: string, name = MAIL_QUEUE) => {
    const { rows } = await pool.query('SELECT id FROM pgboss.job WHERE name = $1 AND state = $2', [
      name,
      state,
    ]);
    return rows as { id: string }[];
  };
  const untilJobs = async (count: number, state: string, name = MAIL_QUEUE) => {
    for (let tries = 0; tries < 2_000 && (await jobsIn(state, name)).length < count; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return jobsIn(state, name);
  };

  it('sends a committed mail in text and HTML with the job’s ID, and no mail that was rolled back', async () => {
    await startWorker();
    await prisma
      .$transaction(async (transaction) => {
        await queue.enqueueMail(transaction, welcome('lost@example.com'));
        throw new Error('rolled back');
      })
      .catch(() => {});
    await prisma.$transaction((transaction) => queue.enqueueMail(transaction, welcome('ada@example.com')));
    const { email } = await smtp.waitForMail('ada@example.com');
    const [job] = await untilJobs(1, 'completed');
    expect(email).toMatchObject({ subject: 'Welcome to Foyer', messageId: `<${job?.id}@portal.test>` });
    expect(email.text).toContain('Your account is ready.');
    expect(email.html).toContain('Your account is ready.');
    expect(smtp.mails).toHaveLength(1);
  });

  it('gives up a mail that the server rejects permanently, and sends the others', async () => {
    smtp.onMessage = (mail) => {
      if (mail.to.includes('poison@example.com'))
        throw Object.assign(new Error('no such user'), { responseCode: 550 });
    };
    const port = await findFreePort();
    await startProcess(port);
    await prisma.$transaction(async (transaction) => {
      for (const to of ['poison@example.com', 'ada@example.com', 'bob@example.com'])
        await queue.enqueueMail(transaction, welcome(to));
    });
    await smtp.waitForMail('ada@example.com');
    await smtp.waitForMail('bob@example.com');
    expect(await untilJobs(1, 'created', FAILED_MAIL_QUEUE)).toHaveLength(1);
    expect(smtp.mails).toHaveLength(2);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('foyer_worker_mails_total{kind="welcome",outcome="sent"} 2');
    expect(metrics).toContain('foyer_worker_mails_total{kind="welcome",outcome="dead"} 1');
    expect(metrics).toContain('foyer_jobs_total{queue="mail",outcome="completed"} 2');
    expect(metrics).toContain('foyer_jobs_total{queue="mail",outcome="given-up"} 1');
    expect(metrics).not.toContain('example.com');
  });

  it('sends a mail again after the server rejected it temporarily', async () => {
    let rejections = 0;
    smtp.onMessage = () => {
      if (rejections++ === 0) throw Object.assign(new Error('try later'), { responseCode: 451 });
    };
    await startWorker();
    await prisma.$transaction((transaction) => queue.enqueueMail(transaction, welcome('ada@example.com')));
    await smtp.waitForMail('ada@example.com');
    expect(rejections).toBe(2);
  });

  it('sends the mails to an address in their order, with three workers, however long each takes', async () => {
    const addresses = Array.from({ length: 8 }, (_, position) => `reader-${position}@example.com`);
    const names = Array.from({ length: 6 }, (_, position) => `Ada${position}`);
    smtp.onMessage = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    await Promise.all([startWorker(), startWorker(), startWorker()]);
    for (const firstName of names)
      await Promise.all(
        addresses.map((to) =>
          prisma.$transaction((transaction) =>
            queue.enqueueMail(transaction, { kind: 'welcome', to, content: { firstName, plan: 'free' } }),
          ),
        ),
      );
    await untilJobs(addresses.length * names.length, 'completed');
    for (const address of addresses) {
      const texts = smtp.mails.filter(({ to }) => to.includes(address)).map(({ email }) => email.text ?? '');
      expect(texts.map((text) => /Ada\d/.exec(text)?.[0])).toEqual(names);
    }
  });

  it('sends the mails of one transaction in their order, without waiting for one that is retried', async () => {
    let rejections = 0;
    smtp.onMessage = ({ email }) => {
      if (email.text?.includes('Ada0') && rejections++ === 0)
        throw Object.assign(new Error('try later'), { responseCode: 451 });
    };
    const mailsOfOne = Array.from({ length: 6 }, (_, position) => ({
      ...welcome('ada@example.com'),
      content: { firstName: `Ada${position}`, plan: 'free' as const },
    }));
    await prisma.$transaction((transaction) => queue.enqueueMails(transaction, mailsOfOne));
    await Promise.all([startWorker(), startWorker()]);
    await untilJobs(6, 'completed');
    const order = smtp.mails.map(({ email }) => /Ada\d/.exec(email.text ?? '')?.[0]);
    expect(order.filter((name) => name !== 'Ada0')).toEqual(['Ada1', 'Ada2', 'Ada3', 'Ada4', 'Ada5']);
    expect(order.indexOf('Ada0')).toBeGreaterThan(0);
    expect(order).toHaveLength(6);
  });

  it('sends and retries all other mails while 39 mails get no answer', async () => {
    let rejections = 0;
    smtp.onMessage = async ({ to }) => {
      if (to.some((address) => address.startsWith('hanging'))) await new Promise(() => {});
      if (to.includes('other-0@example.com') && rejections++ === 0)
        throw Object.assign(new Error('try later'), { responseCode: 451 });
    };
    // 39 mails hang, so that one of the 40 slots stays free for the others.
    await prisma.$transaction(async (transaction) => {
      for (let number = 0; number < 40; number++) {
        if (number < 39) await queue.enqueueMail(transaction, welcome(`hanging-${number}@example.com`));
        await queue.enqueueMail(transaction, welcome(`other-${number}@example.com`));
      }
    });
    await startWorker();
    expect(await untilJobs(40, 'completed')).toHaveLength(40);
    expect(rejections).toBe(2);
    expect(await untilJobs(39, 'active')).toHaveLength(39);
  });

  it('has free slots again after the database has reset its mails to be retried', async () => {
    let received = 0;
    let areAllInHand: () => void = () => {};
    const allInHand = new Promise<void>((resolve) => (areAllInHand = resolve));
    smtp.onMessage = async () => {
      if (++received > 40) return;
      if (received === 40) areAllInHand();
      await new Promise(() => {});
    };
    await prisma.$transaction(async (transaction) => {
      for (let number = 0; number < 40; number++)
        await queue.enqueueMail(transaction, welcome(`hanging-${number}@example.com`));
    });
    await startWorker();
    await allInHand;
    await pool.query(`UPDATE pgboss.job SET state = 'retry' WHERE name = $1 AND state = 'active'`, [
      MAIL_QUEUE,
    ]);
    expect(await untilJobs(40, 'completed')).toHaveLength(40);
  });

  it('sends a mail a second time when the server’s reply was lost, but not a third time', async () => {
    let copies = 0;
    smtp.onMessage = () => {
      copies++;
      smtp.cut();
      return new Promise(() => {});
    };
    await startWorker();
    await prisma.$transaction((transaction) => queue.enqueueMail(transaction, welcome('ada@example.com')));
    expect(await untilJobs(1, 'created', FAILED_MAIL_QUEUE)).toHaveLength(1);
    expect(copies).toBe(2);
  });

  it('sends no mail whose link has expired', async () => {
    const mortal = mails.filter(({ kind }) => mailRules[kind].hours !== null);
    expect(new Set(mortal.map(({ kind }) => kind)).size).toBe(12);
    await prisma.$transaction(async (transaction) => {
      for (const mail of mortal) await queue.enqueueMail(transaction, { ...mail, to: 'late@example.com' });
    });
    for (const { kind } of mortal)
      await pool.query(
        `UPDATE pgboss.job
            SET created_on = now() - $3 * interval '1 hour' - interval '1 minute',
                data = jsonb_set(data, '{until}', to_jsonb(now() - interval '1 minute'))
          WHERE name = $1 AND data->>'kind' = $2`,
        [MAIL_QUEUE, kind, mailRules[kind].hours],
      );
    await prisma.$transaction(async (transaction) => {
      for (const mail of mortal) await queue.enqueueMail(transaction, { ...mail, to: 'ada@example.com' });
    });
    await startWorker();
    expect(await untilJobs(2 * mortal.length, 'completed')).toHaveLength(2 * mortal.length);
    expect(smtp.mails.flatMap(({ to }) => to)).toEqual(mortal.map(() => 'ada@example.com'));
  });

  it('sends no failed mail that is retried after its link has expired', async () => {
    const until = new Date(Date.now() - 1);
    await prisma.$transaction(async (transaction) => {
      for (const mail of mails.filter(({ kind }) => kind === 'confirm-address'))
        await queue.enqueueMail(transaction, { ...mail, until });
    });
    await startWorker();
    expect(await untilJobs(1, 'completed')).toHaveLength(1);
    expect(smtp.mails.map(({ to }) => to)).toEqual([]);
  });

  it('sends a mail of a killed worker within a minute', async () => {
    let isTaken: () => void = () => {};
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    smtp.onMessage = () => {
      isTaken();
      return new Promise(() => {});
    };
    const doomed = await startProcess();
    await prisma.$transaction((transaction) => queue.enqueueMail(transaction, welcome('ada@example.com')));
    await taken;
    expect(await jobsIn('active')).toHaveLength(1);
    await doomed.kill();
    smtp.onMessage = () => {};
    await startWorker();
    await smtp.waitForMail('ada@example.com');
    expect(smtp.mails).toHaveLength(1);
  });

  it('finishes its mails in flight on a request to stop', async () => {
    let accept: () => void = () => {};
    let isTaken: () => void = () => {};
    const taken = new Promise<void>((resolve) => (isTaken = resolve));
    smtp.onMessage = () => {
      isTaken();
      return new Promise((resolve) => (accept = resolve));
    };
    const worker = await startProcess();
    await prisma.$transaction((transaction) => queue.enqueueMail(transaction, welcome('ada@example.com')));
    await taken;
    const stopped = worker.kill('SIGTERM');
    setTimeout(accept, 300);
    await stopped;
    expect(await worker.exit()).toBe(0);
    expect(smtp.mails).toHaveLength(1);
    expect(await jobsIn('completed')).toHaveLength(1);
  });
});
