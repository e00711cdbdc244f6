import { extname } from 'node:path';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Problem } from '../../request/problem.ts';
import type * as library from './password-strength.ts';

/**
 * The lists of words and passwords take much memory. So only one thread holds them, and it ends after `IDLE_MS` without
 * work.
 */
const THREADS = 1;
const MAX_WAITING = 100;
const IDLE_MS = 60_000;
/** The limit is long, because it is wall-clock time, in which a busy machine also does other work. */
const TIME_LIMIT_MS = 20_000;
const MAX_HEAP_MB = 96;
const MAX_YOUNG_HEAP_MB = 16;
const RETRY_AFTER_SECONDS = 2;

/** The thread's functions are called by name. The compiler checks the names against the module. */
const LOAD = 'load' satisfies keyof typeof library;
const CHECK = 'checkStrength' satisfies keyof typeof library;

/** The worker's file has the same extension as this file: `.js` when compiled, `.ts` in specs. */
const STRENGTH_WORKER = new URL(`./password-strength${extname(import.meta.filename)}`, import.meta.url).href;

/**
 * One thread per process. Replicas that specs start in one process share it. An idle thread does not keep the process
 * alive.
 */
const pool = new Piscina({
  filename: STRENGTH_WORKER,
  minThreads: 0,
  maxThreads: THREADS,
  idleTimeout: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
});

const turn = pLimit(THREADS);

/**
 * Runs in a worker thread with a bounded queue, so that a long password does not delay other requests (invariant 14 of
 * docs/security.md). Throws `Unavailable` if too many checks wait or the check fails, for example because it takes too
 * long.
 */
export async function checkStrength(task: library.StrengthTask): Promise<library.Weakness | undefined> {
  if (turn.pendingCount >= MAX_WAITING) throw unavailable();
  return turn(async () => {
    try {
      // Loading the lists does not count towards the timeout of a check.
      if (pool.threads.length < THREADS) await pool.run(undefined, { name: LOAD });
      return await pool.run(task, { name: CHECK, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    } catch (cause) {
      throw unavailable(cause);
    }
  });
}

function unavailable(cause?: unknown): Problem {
  return Object.assign(new Problem('Unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }), { cause });
}
