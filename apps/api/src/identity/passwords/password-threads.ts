import { extname } from 'node:path';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { Problem } from '../../request/problem.ts';
import type * as library from './password-strength.ts';

/** Words and lists take some 47 MB of heap (docs/flows/identity/password.md), so one thread has them, and only while passwords are being chosen. */
const THREADS = 1;
const MAX_WAITING = 100;
const IDLE_MS = 60_000;
/** Of the clock, which goes on while a busy machine does other things; a password's length bounds its work. */
const TIME_LIMIT_MS = 20_000;
const MAX_HEAP_MB = 96;
const MAX_YOUNG_HEAP_MB = 16;
const RETRY_AFTER_SECONDS = 2;

/** By name, since they run in the thread; the compiler holds the names to those of the file. */
const LOAD = 'load' satisfies keyof typeof library;
const CHECK = 'checkStrength' satisfies keyof typeof library;

/** The worker's file has the extension of this one: `.js` once compiled, `.ts` in specs. */
const STRENGTH_WORKER = new URL(`./password-strength${extname(import.meta.filename)}`, import.meta.url).href;

/** The process's own: replicas that specs start in one process share it. A thread without work lets the process end. */
const pool = new Piscina({
  filename: STRENGTH_WORKER,
  minThreads: 0,
  maxThreads: THREADS,
  idleTimeout: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
});

const turn = pLimit(THREADS);

/**
 * Why a password is too easy to guess, or undefined. It is judged in a worker thread with a bounded queue, so that a long one
 * delays nobody else (invariant 14 of docs/security.md). Throws `Unavailable` when too much is waiting or it takes too long.
 */
export async function checkStrength(task: library.StrengthTask): Promise<library.Weakness | undefined> {
  if (turn.pendingCount >= MAX_WAITING) throw unavailable();
  return turn(async () => {
    try {
      // Loading the lists does not count towards the time-out of a check.
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
