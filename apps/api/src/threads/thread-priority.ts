import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Linux gives each thread an id and a priority. Other systems do not have this folder. */
const THREADS = '/proc/self/task';
const OWN_THREAD = '/proc/thread-self';
const IS_KNOWN = process.platform === 'linux';
const POOL = 'libuv-worker';
const { PRIORITY_LOW } = constants.priority;
/**
 * The steps of niceness that give a thread about a third of the main thread's weight on a shared core, so that it
 * yields but still makes progress.
 */
const STEPS = 5;

/**
 * Call it in a thread whose long work must not delay the main thread's responses. Lowering a priority needs no
 * privilege.
 */
export function lowerThreadPriority(): void {
  if (IS_KNOWN) lower(Number(readlinkSync(OWN_THREAD).split('/').at(-1)));
}

/** Call it after the first hash of a password, which starts the threads. */
export function lowerPoolPriority(): void {
  if (!IS_KNOWN) return;
  for (const thread of readdirSync(THREADS)) if (nameOf(thread) === POOL) lower(Number(thread));
}

function nameOf(thread: string): string {
  return readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
}

/** The priority is relative to that of the main thread, whose id is the process id. */
function lower(thread: number): void {
  setPriority(thread, Math.min(PRIORITY_LOW, getPriority(process.pid) + STEPS));
}
