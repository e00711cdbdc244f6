import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import { Refusal } from '../../http/refusal.ts';
import type { makeMetadata, makeRequest, verifyResponse } from './saml-library.ts';

type Library = {
  makeMetadata: typeof makeMetadata;
  makeRequest: typeof makeRequest;
  verifyResponse: typeof verifyResponse;
};

const THREADS = 2;
const MAX_WAITING = 500;
const IDLE_MS = 60_000;
const TIME_LIMIT_MS = 2_000;
const MAX_HEAP_MB = 128;
const RETRY_SECONDS = 2;

/** Compiled the library's file ends in `.js`, in specs in `.ts`; this file ends as it does. */
const LIBRARY = new URL(`./saml-library${extname(import.meta.filename)}`, import.meta.url).href;

/** Runs the SAML library in threads, so that a document that takes long to read keeps nobody else waiting. */
@Injectable()
export class SamlThreads implements OnModuleDestroy {
  readonly #pool = new Piscina({
    filename: LIBRARY,
    minThreads: 0,
    maxThreads: THREADS,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });

  /** Throws `Unavailable` when there is no answer within the time limit, or too much is waiting already. */
  async run<Name extends keyof Library>(
    name: Name,
    task: Parameters<Library[Name]>[0],
  ): Promise<Awaited<ReturnType<Library[Name]>>> {
    try {
      return await this.#pool.run(task, { name, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    } catch (cause) {
      throw Object.assign(new Refusal('Unavailable', { retryAfterSeconds: RETRY_SECONDS }), { cause });
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
