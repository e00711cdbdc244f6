import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import { networkOf } from '../../http/client-network.ts';
import { Refusal } from '../../http/refusal.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';
import type * as library from './saml-library.ts';

type Library = Pick<typeof library, 'makeMetadata' | 'makeRequest' | 'verifyResponse'>;
type Result<Name extends keyof Library> = Awaited<ReturnType<Library[Name]>>;

/** One core is for everybody else; each thread takes some 80 MB. */
export const THREADS = availableParallelism() > 2 ? 2 : 1;
/** Of one company and one network, and of all together: what waits holds a document of up to 128 kB. */
export const MAX_WAITING = { perLane: 200, altogether: 500 };
const IDLE_MS = 60_000;
const TIME_LIMIT_MS = 2_000;
const MAX_HEAP_MB = 64;
const MAX_YOUNG_HEAP_MB = 16;
const RETRY_SECONDS = 2;

/** Compiled the library's file ends in `.js`, in specs in `.ts`; this file ends as it does. */
const LIBRARY = new URL(`./saml-library${extname(import.meta.filename)}`, import.meta.url).href;

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

/** Runs the SAML library in threads, so that a document that takes long to read keeps nobody else waiting. */
@Injectable()
export class SamlThreads implements OnModuleDestroy {
  /** What waits for a thread does so here: the time limit is for the work alone. */
  readonly queue = new FairQueue({ atOnce: THREADS, ...MAX_WAITING });
  readonly #pool = new Piscina({
    filename: LIBRARY,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
  });

  /**
   * Throws `TooManyRequests` when too much of this lane is waiting, `Unavailable` when there is no answer within the time
   * limit or all lanes together wait for too much.
   */
  async run<Name extends keyof Library>(
    name: Name,
    task: Parameters<Library[Name]>[0],
    lane: Lane,
  ): Promise<Result<Name>> {
    try {
      return await this.queue.run<Result<Name>>(lane, async () => {
        // A thread that has yet to be made takes its time to load; that is nobody's document.
        if (this.#pool.threads.length < THREADS) await this.#pool.run(undefined, { name: 'load' });
        return this.#pool.run(task, { name, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
      });
    } catch (cause) {
      const code = cause instanceof QueueFull && cause.isOwnLane ? 'TooManyRequests' : 'Unavailable';
      throw Object.assign(new Refusal(code, { retryAfterSeconds: RETRY_SECONDS }), { cause });
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
