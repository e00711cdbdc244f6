import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Refusal } from '../../http/refusal.ts';
import type * as library from './saml-library.ts';

type Library = Pick<typeof library, 'makeMetadata' | 'makeRequest' | 'verifyResponse'>;
type Result<Name extends keyof Library> = Awaited<ReturnType<Library[Name]>>;

/** One core is for everybody else; each thread takes some 80 MB. */
const THREADS = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 500;
const IDLE_MS = 60_000;
const TIME_LIMIT_MS = 2_000;
const MAX_HEAP_MB = 64;
const MAX_YOUNG_HEAP_MB = 16;
const RETRY_SECONDS = 2;

/** Compiled the library's file ends in `.js`, in specs in `.ts`; this file ends as it does. */
const LIBRARY = new URL(`./saml-library${extname(import.meta.filename)}`, import.meta.url).href;

/** Runs the SAML library in threads, so that a document that takes long to read keeps nobody else waiting. */
@Injectable()
export class SamlThreads implements OnModuleDestroy {
  /** What waits for a thread does so here: the time limit is for the work alone. */
  readonly #turn = pLimit(THREADS);
  readonly #pool = new Piscina({
    filename: LIBRARY,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
  });

  /** Throws `Unavailable` when there is no answer within the time limit, or too much is waiting already. */
  async run<Name extends keyof Library>(
    name: Name,
    task: Parameters<Library[Name]>[0],
  ): Promise<Result<Name>> {
    if (this.#turn.pendingCount >= MAX_WAITING) throw unavailable();
    return this.#turn<[], Result<Name>>(async () => {
      try {
        // A thread that has yet to be made takes its time to load; that is nobody's document.
        if (this.#pool.threads.length < THREADS) await this.#pool.run(undefined, { name: 'load' });
        return await this.#pool.run(task, { name, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
      } catch (cause) {
        throw unavailable(cause);
      }
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#pool.destroy();
  }
}

function unavailable(cause?: unknown): Refusal {
  return Object.assign(new Refusal('Unavailable', { retryAfterSeconds: RETRY_SECONDS }), { cause });
}
