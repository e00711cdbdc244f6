import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { networkOf } from '../../http/client-network.ts';
import { Problem } from '../../request/problem.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';
import { LimitedThread } from './limited-thread.ts';
import type { SamlTasks } from './saml-worker.ts';

type Result<Name extends keyof SamlTasks> = Awaited<ReturnType<SamlTasks[Name]>>;

/** One core is for everybody else; each thread takes some 80 MB. */
export const THREADS = availableParallelism() > 2 ? 2 : 1;
/** Of one company and one network, and of all together: what waits holds a document of up to 128 kB. */
export const MAX_WAITING = { perLane: 200, altogether: 500 };
const IDLE_MS = 60_000;
/**
 * Of one task and of its thread's processor, not by the clock: on a busy machine an honest answer waits as long as it
 * must. It takes some 10 ms, in a new thread some 100.
 */
const PROCESSOR_LIMIT_MS = 1_000;
const STUCK_MS = 60_000;
const MAX_HEAP_MB = 64;
const MAX_YOUNG_HEAP_MB = 16;
const RETRY_SECONDS = 2;

/** Compiled the thread's file ends in `.js`, in specs in `.ts`; this file ends as it does. */
const WORKER = new URL(`./saml-worker${extname(import.meta.filename)}`, import.meta.url);

/** Whose turn it is, see `FairQueue`. */
export type Lane = readonly [company: string, block: string, network: string];

/** What nobody from outside makes us do. */
export const OWN_LANE: Lane = ['', '', ''];

/**
 * The lane of a call about an identity provider. Networks of one owner share a turn of the company: the /24 of an IPv4
 * address, the /48 of an IPv6 one, which has 65,536 networks that count on their own elsewhere.
 */
export function laneOf(idpName: string, ip: string | undefined): Lane {
  const network = networkOf(ip ?? '');
  return [idpName, network.split(/[.:]/, 3).join('.'), network];
}

/**
 * Has documents read and written in threads, so that one that takes long keeps nobody else waiting (invariant 14 of
 * docs/security.md).
 */
@Injectable()
export class SamlThreads implements OnModuleDestroy {
  /** What waits for a thread does so here: the limits of a task are for the work alone. */
  readonly queue = new FairQueue({ atOnce: THREADS, ...MAX_WAITING });
  readonly #threads = Array.from(
    { length: THREADS },
    () =>
      new LimitedThread({
        file: WORKER,
        processorMs: PROCESSOR_LIMIT_MS,
        stuckMs: STUCK_MS,
        idleMs: IDLE_MS,
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
      }),
  );
  readonly #free = [...this.#threads];

  /**
   * Throws `TooManyRequests` when too much of this lane is waiting, `Unavailable` when the task was ended or all lanes
   * together wait for too much.
   */
  async run<Name extends keyof SamlTasks>(
    name: Name,
    input: Parameters<SamlTasks[Name]>[0],
    lane: Lane,
  ): Promise<Result<Name>> {
    try {
      return await this.queue.run(lane, () => this.#runNow<Result<Name>>({ name, input }));
    } catch (cause) {
      const code = cause instanceof QueueFull && cause.isOwnLane ? 'TooManyRequests' : 'Unavailable';
      throw Object.assign(new Problem(code, { retryAfterSeconds: RETRY_SECONDS }), { cause });
    }
  }

  /** What a thread answers is what its task gives (saml-worker.ts). */
  async #runNow<Outcome>(task: { name: keyof SamlTasks; input: unknown }): Promise<Outcome> {
    // The queue lets no more begin than there are threads. The one used last is the one that is loaded.
    const thread = this.#free.pop();
    if (!thread) throw new Error('there is no free thread');
    try {
      return (await thread.run(task)) as Outcome;
    } finally {
      this.#free.push(thread);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}
