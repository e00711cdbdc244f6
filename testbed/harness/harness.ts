import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { PrismaClient } from '@foyer/db/client';
import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { startSender } from '@foyer/mail/start-sender';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { apiNodeOptions } from '@foyer/tools/deploy/image-stages';
import { DATA } from '@foyer/tools/paths';
import { buildAppsIfNeeded } from '@foyer/tools/run/build-apps';
import { processEnvironment } from '@foyer/tools/run/process-environment';
import { findFreePorts, type PortalPorts } from '@foyer/tools/run/ports';
import { readOrMakeSecrets } from '@foyer/tools/run/secrets';
import { findFreePort } from '@foyer/tools/run/ports';
import { ensureDatabase, startPostgres, type PostgresServer } from '@foyer/tools/run/postgres';
import { generateClientIfNeeded, migrateDatabase } from '@foyer/tools/prisma/run-prisma';
import { Program } from './program.ts';
import { SmtpSink } from './smtp-sink.ts';

const DATABASE = 'foyer';
type Variables = Record<string, string>;

export type Replica = { program: Program; url: string };

/**
 * The portal as it is deployed, with its own durable Postgres and a mail server that only records recipients. With
 * `NODE_ENV=test` it accepts settings that production rejects, such as the limits of a load test and a local card
 * provider. Uses free ports. After a run, its logs and `secrets.json` remain in .data/test.
 */
export class Harness {
  readonly folder: string;
  readonly ports: PortalPorts;
  readonly smtp: SmtpSink;
  readonly databaseUrl: string;
  readonly roles: RoleUrls;
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly mails: MailQueue;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #boss: PgBoss;
  #postgres: PostgresServer;
  #started = 0;

  private constructor(parts: {
    folder: string;
    ports: PortalPorts;
    smtp: SmtpSink;
    databaseUrl: string;
    environment: NodeJS.ProcessEnv;
    postgres: PostgresServer;
    pool: Pool;
    prisma: PrismaClient;
    boss: PgBoss;
  }) {
    this.folder = parts.folder;
    this.ports = parts.ports;
    this.smtp = parts.smtp;
    this.databaseUrl = parts.databaseUrl;
    this.roles = roleUrls(parts.databaseUrl);
    this.#environment = parts.environment;
    this.#postgres = parts.postgres;
    this.pool = parts.pool;
    this.prisma = parts.prisma;
    this.#boss = parts.boss;
    this.mails = new MailQueue(parts.boss, parts.environment['MAIL_SECRET'] ?? '');
  }

  static async start(name: string): Promise<Harness> {
    const folder = join(DATA, 'test', `${name}-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    await generateClientIfNeeded();
    await buildAppsIfNeeded(['api', 'web']);
    const ports = await findFreePorts();
    const smtp = await SmtpSink.start(ports.smtp);
    const postgres = await startPostgresIn(folder, ports.postgres);
    const databaseUrl = await ensureDatabase(postgres.urlOf, DATABASE);
    const roles = roleUrls(databaseUrl);
    await migrateDatabase(databaseUrl, roles);
    const secrets = await readOrMakeSecrets(join(folder, 'secrets.json'));
    // Imported late, because the client is generated during the start.
    const { createPool, createPrismaClient } = await import('@foyer/db/client');
    const pool = createPool(databaseUrl, 6, () => {});
    const prisma = createPrismaClient(pool);
    const boss = await startSender(pool, () => {});
    const environment = {
      ...processEnvironment(roles.api, ports, secrets, 0),
      NODE_ENV: 'test',
      PUBLIC_URL: `http://127.0.0.1:${ports.portal}`,
      RATE_LIMIT_FACTOR: '100000',
      METRICS_PORT: '0',
    };
    return new Harness({
      folder,
      ports,
      smtp,
      databaseUrl,
      environment,
      postgres,
      pool,
      prisma,
      boss,
    });
  }

  async startApi(more: Variables = {}, port?: number): Promise<Replica> {
    const at = port ?? (await findFreePort());
    const program = await Program.start({
      args: ['apps/api/dist/main.js'],
      env: {
        ...this.#environment,
        NODE_OPTIONS: apiNodeOptions(),
        PORT: String(at),
        ...more,
      },
      logFile: join(this.folder, 'logs', `api-${this.#started++}.log`),
      readyText: 'the portal is up',
    });
    return { program, url: `http://127.0.0.1:${at}` };
  }

  async startWorker(more: Variables = {}): Promise<Program> {
    return Program.start({
      args: ['apps/mail-worker/src/main.ts'],
      env: { ...this.#environment, WORKER_DATABASE_URL: this.roles.worker, ...more },
      logFile: join(this.folder, 'logs', `mail-worker-${this.#started++}.log`),
      readyText: 'the mail worker is up',
    });
  }

  async enqueueMails(prefix: string, count: number): Promise<void> {
    await this.prisma.$transaction(
      async (transaction) => {
        for (let number = 0; number < count; number++)
          await this.mails.enqueueMail(transaction, {
            kind: 'welcome',
            to: `${prefix}-${number}@harness.test`,
            content: { firstName: 'Ada', plan: 'free' },
          });
      },
      { timeout: 60_000 },
    );
  }

  async enqueueJob(queue: string): Promise<void> {
    await this.#boss.send(queue, {});
  }

  async stopPostgres(): Promise<void> {
    await this.#postgres.part.stop();
  }

  async startPostgres(): Promise<void> {
    this.#postgres = await startPostgresIn(this.folder, this.ports.postgres);
  }

  /** Stops Postgres and the mail server, and deletes the database. Does not stop replicas and workers. */
  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    await this.pool.end();
    await this.#postgres.remove();
    await this.smtp.close();
  }
}

function startPostgresIn(folder: string, port: number): Promise<PostgresServer> {
  return startPostgres(join(folder, 'postgres'), { logFile: join(folder, 'logs', 'postgres.log'), port });
}
