import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createPrismaClient, type PrismaClient } from '@foyer/db/client';
import { roleUrls } from '@foyer/db/role-urls';
import type { Mail } from '@foyer/mail/mail-kinds';
import { openMail } from '@foyer/mail/seal-content';
import {
  ACCOUNT_MAIL_QUEUE,
  ADDRESS_CHANGED_QUEUE,
  ADDRESS_LINK_QUEUE,
  BILLING_EVENT_QUEUE,
  DATA_EXPORT_QUEUE,
  FACTOR_RECOVERY_QUEUE,
  TRANSFER_QUEUE,
  IDENTITY_LINKED_QUEUE,
  INVITATION_MAIL_QUEUE,
  MAIL_QUEUE,
  NEW_DEVICE_QUEUE,
  OWNER_NOTICE_QUEUE,
  IDENTITY_NOTICE_QUEUE,
  SIGN_UP_MAIL_QUEUE,
  TEAM_CUSTOMER_QUEUE,
  UNFINISHED_LOGIN_QUEUE,
} from '@foyer/mail/queues';
import { testSigningKey } from '@foyer/testing/test-signing-key';
import { emptyDatabase, sharedDatabaseUrl, testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import type { Pool, PoolClient } from 'pg';
import supertest from 'supertest';
import { buildApp } from '../build-app.ts';
import { readApiEnv } from '../config/env.ts';
import { makeWebDist } from './test-web-dist.ts';

export const SERVICE_CREDENTIAL = 'a-service-credential-of-the-specs-0123456789';

const MAIL_SECRET = 'mail-secret-of-the-specs-0123456789';

export function testEnvironment(databaseUrl = testDatabaseUrl()): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: roleUrls(databaseUrl).api,
    CSRF_SECRET: 'csrf-secret-of-the-specs-0123456789',
    MAIL_SECRET,
    SAML_SIGNING_KEY: testSigningKey(),
    HOME_URL: 'http://product.test/home',
    RATE_LIMIT_FACTOR: '1000',
    // Long, because a busy machine must not cause rejections.
    DATABASE_WAIT_SECONDS: '60',
    SERVICE_CREDENTIAL,
  };
}

/** For specs in which calls reach the database timeout. */
export const SHORT_WAITS = { DATABASE_WAIT_SECONDS: '10' };

const OWNER_CONNECTIONS = 10;

/** The specs of a worker share these replicas, one after the other. */
const shared: TestApi[] = [];
/** Replicas that run at the same time share one database. */
const inUse = { count: 0, databaseUrl: '' };
/** Set if spec files share modules. `tools/jest` calls these functions after the last file. */
const { atEndOfWorker } = globalThis as { atEndOfWorker?: (() => Promise<unknown>)[] };
atEndOfWorker?.push(() => Promise.all(shared.splice(0).map((api) => api.stop())));

export class TestApi {
  readonly #app: NestExpressApplication;
  /** Connects as the owner of the database, who has more rights than the API. */
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  #isInUse = true;

  private constructor(app: NestExpressApplication, databaseUrl: string) {
    this.#app = app;
    this.pool = openTestPool(OWNER_CONNECTIONS, databaseUrl);
    this.prisma = createPrismaClient(this.pool);
  }

  /**
   * Without `changes`, may return a replica of earlier spec files. With `changes` (environment variables by name),
   * starts a new one. A spec that counts from 0 or ends connections needs a new one: `start({})`.
   */
  static async start(changes?: Record<string, string>): Promise<TestApi> {
    // Shared replicas keep running jobs, so they have their own database.
    if (inUse.count++ === 0)
      inUse.databaseUrl = changes || !atEndOfWorker ? testDatabaseUrl() : sharedDatabaseUrl();
    const { databaseUrl } = inUse;
    const isShared = !changes && databaseUrl === sharedDatabaseUrl();
    const kept = isShared ? shared.find((api) => !api.#isInUse) : undefined;
    if (kept) {
      kept.#isInUse = true;
      return kept;
    }
    let app: NestExpressApplication | undefined;
    try {
      app = await buildApp(readApiEnv({ ...testEnvironment(databaseUrl), ...changes }), makeWebDist());
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      inUse.count--;
      await app?.close();
      throw error;
    }
    const api = new TestApi(app, databaseUrl);
    if (isShared) shared.push(api);
    return api;
  }

  get url(): string {
    const address = this.#app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${address.port}`;
  }

  service<T>(type: new (...parts: never[]) => T): T {
    return this.#app.get(type);
  }

  get http() {
    return supertest(this.#app.getHttpServer());
  }

  async visit(cookies: Readonly<Record<string, string>> = {}): Promise<Visitor> {
    const agent = supertest.agent(this.#app.getHttpServer());
    for (const [name, value] of Object.entries(cookies))
      agent.jar.setCookie(`${name}=${value}`, '127.0.0.1', '/');
    const visitor = new Visitor(agent);
    await visitor.refreshCsrfToken();
    return visitor;
  }

  async empty(): Promise<void> {
    await emptyDatabase(this.pool);
  }

  /** Resolves when `count` statements wait for a lock. The job queue's own statements do not count. */
  async untilLockWait(count = 1, signal?: AbortSignal): Promise<void> {
    const waiting = `
      SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND (query NOT LIKE '%pgboss%' OR query LIKE 'WITH "change_0"%')`;
    while (!signal?.aborted && ((await this.pool.query(waiting)).rowCount ?? 0) < count) await sleep(20);
  }

  /**
   * Commits the change as soon as `call` waits for it, and returns the response to the call. Uses no Prisma
   * transaction, because a busy machine may exceed its timeout.
   */
  async commitOnceWaitedFor<T>(
    change: (client: PoolClient) => Promise<unknown>,
    call: () => PromiseLike<T>,
  ): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await change(client);
      // supertest sends the request only when the call is awaited.
      const answered = call().then((answer) => answer);
      const isOver = new AbortController();
      const isWaiting = await Promise.race([
        this.untilLockWait(1, isOver.signal).then(() => true),
        answered.then(() => false),
      ]);
      isOver.abort();
      if (!isWaiting) throw new Error('the call was answered without waiting for the change');
      await client.query('COMMIT');
      return await answered;
    } finally {
      client.release(true);
    }
  }

  /** Waits for the jobs that are due. Returns the oldest mail first. */
  async queuedMails(): Promise<Mail[]> {
    await this.#untilJobsAreDone();
    const { rows } = await this.pool.query<{ data: Parameters<typeof openMail>[0] }>(
      'SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on, id',
      [MAIL_QUEUE],
    );
    return rows.map((row) => openMail(row.data, [MAIL_SECRET]));
  }

  async makeJobsDue(queue: string): Promise<void> {
    await this.pool.query(
      `UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'created' AND start_after > now()`,
      [queue],
    );
    await this.wake(queue);
  }

  /** Replicas fetch jobs after this notification, before their next poll. */
  async wake(queue: string): Promise<void> {
    await this.pool.query(
      `SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), $1)`,
      [queue],
    );
  }

  async #untilJobsAreDone(): Promise<void> {
    // Long enough for active jobs of a killed process, which are retried within half a minute.
    for (let poll = 0; poll < 10_000; poll++) {
      const { rowCount } = await this.pool.query(
        `SELECT FROM pgboss.job WHERE name = ANY($1) AND state < 'completed'
            AND (state <> 'created' OR start_after <= now()) LIMIT 1`,
        [
          [
            ACCOUNT_MAIL_QUEUE,
            ADDRESS_CHANGED_QUEUE,
            ADDRESS_LINK_QUEUE,
            BILLING_EVENT_QUEUE,
            DATA_EXPORT_QUEUE,
            FACTOR_RECOVERY_QUEUE,
            TRANSFER_QUEUE,
            IDENTITY_LINKED_QUEUE,
            INVITATION_MAIL_QUEUE,
            NEW_DEVICE_QUEUE,
            OWNER_NOTICE_QUEUE,
            IDENTITY_NOTICE_QUEUE,
            SIGN_UP_MAIL_QUEUE,
            TEAM_CUSTOMER_QUEUE,
            UNFINISHED_LOGIN_QUEUE,
          ],
        ],
      );
      if (rowCount === 0) return;
      await sleep(20);
    }
    throw new Error('jobs were asked for and never done');
  }

  async mailedToken(
    to: string,
    kind: 'verify-email' | 'already-registered' | 'reset-password' | 'sign-in-with-sso',
  ): Promise<string> {
    const mail = (await this.queuedMails()).findLast((queued) => queued.to === to && queued.kind === kind);
    if (!mail || !('resetToken' in mail.content) || !mail.content.resetToken)
      throw new Error(`no ${kind} mail to ${to}`);
    return mail.content.resetToken;
  }

  async mailedCode(to: string, kind: 'team-invitation' | 'event-invitation'): Promise<string> {
    const mail = (await this.queuedMails()).findLast((queued) => queued.to === to && queued.kind === kind);
    if (!mail || !('code' in mail.content)) throw new Error(`no ${kind} mail to ${to}`);
    return mail.content.code;
  }

  /**
   * Searches all tables, including the job queue. Returns the table and a description of each row that contains the
   * text.
   */
  async findRowsContaining(text: string): Promise<string[]> {
    const { rows: tables } = await this.pool.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
        WHERE schemaname = 'public' OR (schemaname = 'pgboss' AND tablename = 'job')`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await this.pool.query<{ what: string | null }>(
          `SELECT coalesce(to_jsonb(t)->'data'->>'kind', to_jsonb(t)->>'action', to_jsonb(t)->>'email') AS what
             FROM ${name} t WHERE t::text ILIKE '%' || $1 || '%'`,
          [text],
        );
        return rows.map(({ what }) => `${name} ${what}`);
      }),
    );
    return found.flat();
  }

  async tracesOfBytes(secret: Buffer): Promise<string[]> {
    const spellings = (['hex', 'base64', 'base64url'] as const).map((form) => secret.toString(form));
    return (await Promise.all(spellings.map((text) => this.findRowsContaining(text)))).flat();
  }

  async stop(): Promise<void> {
    inUse.count--;
    if (shared.includes(this)) {
      if (inUse.count === 0) await this.#endJobs();
      this.#isInUse = false;
    } else {
      await this.#app.close();
      await this.pool.end();
    }
  }

  async #endJobs(): Promise<void> {
    const endWaiting = `
      WITH gone AS (DELETE FROM pgboss.job WHERE state <> 'active') SELECT FROM pgboss.job WHERE state = 'active'`;
    while ((await this.pool.query(endWaiting)).rowCount !== 0) await sleep(20);
  }
}

type Agent = ReturnType<typeof supertest.agent>;

export class Visitor {
  readonly agent: Agent;
  #csrfToken = '';

  constructor(agent: Agent) {
    this.agent = agent;
  }

  async refreshCsrfToken(): Promise<void> {
    const { body } = await this.agent.get('/session');
    this.#csrfToken = (body as { csrfToken: string }).csrfToken;
  }

  get(path: string) {
    return this.agent.get(path);
  }

  delete(path: string) {
    return this.agent.delete(path).set('csrf-token', this.#csrfToken);
  }

  patch(path: string, body: object) {
    return this.agent.patch(path).set('csrf-token', this.#csrfToken).send(body);
  }

  async postUntilChecked(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
    for (;;) {
      const reply = await this.post(path, body).set(headers);
      if ((reply.body as { code?: string }).code !== 'AttemptsPending') return reply;
      await sleep(50);
    }
  }

  post(path: string, body: unknown) {
    return this.agent
      .post(path)
      .set('csrf-token', this.#csrfToken)
      .set('content-type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  }
}
