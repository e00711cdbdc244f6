import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { networkOf } from '../../http/client-network.ts';
import { Problem } from '../../request/problem.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';
import { LimitedThread } from './limited-thread.ts';
import type { SamlTasks } from './saml-worker.ts';

type Result<Name extends keyof SamlTasks> = Awaited<ReturnType<SamlTasks[Name]>>;

/** Leaves at least one core to other work, if there are several. Each thread takes about 70 MB. */
export const THREADS = availableParallelism() > 2 ? 2 : 1;
/** Each waiting task holds a document of up to 128 kB. */
export const MAX_WAITING = { perLane: 200, altogether: 500 };
const IDLE_MS = 60_000;
/**
 * Processor time, because a limit of wall-clock time would reject honest responses on a busy machine. An honest
 * response takes about 10 ms, or 100 ms in a new thread.
 */
const PROCESSOR_LIMIT_MS = 1_000;
const STUCK_MS = 60_000;
const MAX_HEAP_MB = 64;
const MAX_YOUNG_HEAP_MB = 12;
const RETRY_SECONDS = 2;

/** The extension is `.js` after compiling, and `.ts` in specs. */
const WORKER = new URL(`./saml-worker${extname(import.meta.filename)}`, import.meta.url);

const THREAD_OPTIONS = {
  file: WORKER,
  processorMs: PROCESSOR_LIMIT_MS,
  stuckMs: STUCK_MS,
  idleMs: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
};
/**
 * Idle threads, shared by all replicas of a test process. The thread used last is taken first, because it most likely
 * still runs.
 */
const free: LimitedThread[] = [];

export type Lane = readonly [company: string, block: string, network: string];

/** For the portal's own work, which outside requests cannot repeat at will, such as metadata templates. */
export const OWN_LANE: Lane = ['', '', ''];

/**
 * Within a company, networks that probably belong to one owner share one turn: an IPv4 /24, or an IPv6 /48, in which
 * one customer can have 65,536 networks.
 */
export function laneOf(idpName: string, ip: string | undefined): Lane {
  const network = networkOf(ip ?? '');
  return [idpName, network.split(/[.:]/, 3).join('.'), network];
}

/** No document may block requests (invariant 14 of docs/security.md). */
@Injectable()
export class SamlThreads {
  /** Tasks wait here and not in a thread, so that a task's time limit covers only its own work. */
  readonly queue = new FairQueue({ atOnce: THREADS, ...MAX_WAITING });

  /**
   * Throws `TooManyRequests` if too many tasks of this lane wait, and `Unavailable` if the task failed, was ended, or
   * too many tasks of all lanes wait.
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

  async #runNow<Outcome>(task: { name: keyof SamlTasks; input: unknown }): Promise<Outcome> {
    const thread = free.pop() ?? new LimitedThread(THREAD_OPTIONS);
    try {
      return (await thread.run(task)) as Outcome;
    } finally {
      free.push(thread);
    }
  }
}
