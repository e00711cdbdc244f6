import { setTimeout as wait } from 'node:timers/promises';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { Balancer } from '../harness/balancer.ts';
import type { Program } from '../harness/program.ts';
import { Harness, type Replica } from '../harness/harness.ts';

const REPLICAS = 2;
const WORKERS = 2;

export class Stage {
  readonly harness: Harness;
  readonly balancer: Balancer;
  readonly replicas: Replica[] = [];
  readonly workers: Program[] = [];

  private constructor(harness: Harness, balancer: Balancer) {
    this.harness = harness;
    this.balancer = balancer;
  }

  static async start(): Promise<Stage> {
    const harness = await Harness.start('faults');
    const stage = new Stage(harness, await Balancer.start(harness.ports.portal));
    await stage.restore();
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${this.harness.ports.portal}`;
  }

  async restore(): Promise<void> {
    this.harness.smtp.delayMs = 0;
    this.harness.smtp.replyTo = () => '250 taken';
    this.harness.smtp.greeting = '220 sink';
    this.harness.smtp.replyToSender = '250 fine';
    for (let number = 0; number < REPLICAS; number++)
      if (!this.replicas[number]?.program.isRunning) await this.startReplica(number);
    await this.setWorkers(WORKERS);
    await this.untilReady();
  }

  async startReplica(number: number): Promise<Replica> {
    const before = this.replicas[number];
    if (before) this.balancer.remove(before.url);
    const replica = await this.harness.startApi();
    this.replicas[number] = replica;
    this.balancer.add(replica.url);
    return replica;
  }

  replica(number: number): Replica {
    const replica = this.replicas[number];
    if (!replica) throw new Error(`there is no replica ${number}`);
    return replica;
  }

  async setWorkers(count: number): Promise<void> {
    const alive = this.workers.filter((worker) => worker.isRunning);
    await Promise.all(alive.splice(count).map((worker) => worker.end('SIGTERM')));
    while (alive.length < count) alive.push(await this.harness.startWorker());
    this.workers.splice(0, Infinity, ...alive);
  }

  async untilReady(timeoutMs = 30_000): Promise<void> {
    await until(timeoutMs, async () => {
      const states = await Promise.all(
        this.replicas.map(({ url }) =>
          fetch(`${url}/readyz`).then(
            (reply) => reply.ok,
            () => false,
          ),
        ),
      );
      return states.every(Boolean);
    });
  }

  async readiness(): Promise<string[]> {
    return Promise.all(
      this.replicas.map(async ({ url }) => {
        const reply = await fetch(`${url}/readyz`);
        const { message = 'ready' } = (await reply.json()) as { message?: string };
        return `${reply.status} ${message}`;
      }),
    );
  }

  async count(statement: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.harness.pool.query<{ count: string }>(statement, values);
    return Number(rows[0]?.count);
  }

  /** Waits until no mail to an address with this prefix is queued or in progress. Returns false if the time is over. */
  async untilMailsAreDone(prefix: string, timeoutMs = 90_000): Promise<boolean> {
    const open = `SELECT count(*) FROM pgboss.job WHERE name = $1 AND state < 'completed' AND data->>'to' LIKE $2`;
    return until(timeoutMs, async () => (await this.count(open, [MAIL_QUEUE, `${prefix}%`])) === 0);
  }

  async stop(): Promise<void> {
    const programs = [...this.replicas.map(({ program }) => program), ...this.workers];
    await Promise.all(programs.map((program) => program.end('SIGKILL')));
    await this.balancer.stop();
    await this.harness.stop();
  }
}

export async function until(timeoutMs: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(50))
    if (await isSo()) return true;
  return false;
}
