import { setTimeout as wait } from 'node:timers/promises';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { Balancer } from '../rig/balancer.ts';
import type { Program } from '../rig/program.ts';
import { Rig, type Replica } from '../rig/rig.ts';

const REPLICAS = 2;
const WORKERS = 2;

/** What the rows act on: two replicas behind a balancer, two mail workers, one Postgres, one mail server. */
export class Stage {
  readonly rig: Rig;
  readonly balancer: Balancer;
  readonly replicas: Replica[] = [];
  readonly workers: Program[] = [];

  private constructor(rig: Rig, balancer: Balancer) {
    this.rig = rig;
    this.balancer = balancer;
  }

  static async start(): Promise<Stage> {
    const rig = await Rig.start('faults');
    const stage = new Stage(rig, await Balancer.start(rig.ports.portal));
    await stage.restore();
    return stage;
  }

  /** The portal as visitors reach it. */
  get url(): string {
    return `http://127.0.0.1:${this.rig.ports.portal}`;
  }

  /** Brings back what a row has ended, so that the next one finds everything there. */
  async restore(): Promise<void> {
    this.rig.smtp.delayMs = 0;
    this.rig.smtp.replyTo = () => '250 taken';
    this.rig.smtp.greeting = '220 sink';
    this.rig.smtp.replyToSender = '250 fine';
    for (let number = 0; number < REPLICAS; number++)
      if (!this.replicas[number]?.program.isRunning) await this.startReplica(number);
    await this.setWorkers(WORKERS);
    await this.untilReady();
  }

  async startReplica(number: number): Promise<Replica> {
    const before = this.replicas[number];
    if (before) this.balancer.remove(before.url);
    const replica = await this.rig.startApi();
    this.replicas[number] = replica;
    this.balancer.add(replica.url);
    return replica;
  }

  /** The replica of this number. */
  replica(number: number): Replica {
    const replica = this.replicas[number];
    if (!replica) throw new Error(`there is no replica ${number}`);
    return replica;
  }

  /** Makes it so many workers, started or asked to stop as needed. */
  async setWorkers(count: number): Promise<void> {
    const alive = this.workers.filter((worker) => worker.isRunning);
    await Promise.all(alive.splice(count).map((worker) => worker.end('SIGTERM')));
    while (alive.length < count) alive.push(await this.rig.startWorker());
    this.workers.splice(0, Infinity, ...alive);
  }

  /** Settles when every replica says that it is ready. */
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

  /** What `/readyz` of every replica says: its status, and why not. */
  async readiness(): Promise<string[]> {
    return Promise.all(
      this.replicas.map(async ({ url }) => {
        const reply = await fetch(`${url}/readyz`);
        const { message = 'ready' } = (await reply.json()) as { message?: string };
        return `${reply.status} ${message}`;
      }),
    );
  }

  /** How many rows a statement counts. */
  async count(statement: string, values: unknown[] = []): Promise<number> {
    const { rows } = await this.rig.pool.query<{ count: string }>(statement, values);
    return Number(rows[0]?.count);
  }

  /** Settles when no mail to an address that begins so is waiting or in anybody's hands; then no copy can follow. */
  async untilMailsAreDone(prefix: string, timeoutMs = 90_000): Promise<boolean> {
    const open = `SELECT count(*) FROM pgboss.job WHERE name = $1 AND state < 'completed' AND data->>'to' LIKE $2`;
    return until(timeoutMs, async () => (await this.count(open, [MAIL_QUEUE, `${prefix}%`])) === 0);
  }

  async stop(): Promise<void> {
    const programs = [...this.replicas.map(({ program }) => program), ...this.workers];
    await Promise.all(programs.map((program) => program.end('SIGKILL')));
    await this.balancer.stop();
    await this.rig.stop();
  }
}

/** Waits until something is so, at most as long as given; says whether it came to be. */
export async function until(timeoutMs: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(50))
    if (await isSo()) return true;
  return false;
}
