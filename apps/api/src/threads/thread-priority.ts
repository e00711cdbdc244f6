import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** On Linux each thread has an id and a priority of its own. Elsewhere this folder does not exist. */
const THREADS = '/proc/self/task';
const OWN_THREAD = '/proc/thread-self';
const IS_KNOWN = process.platform === 'linux';
/** Node's name for its pool's threads. */
const POOL = 'libuv-worker';
const { PRIORITY_LOW } = constants.priority;
/** A third of the main thread's weight on a shared core: low enough to yield, high enough not to starve. */
const STEPS = 5;

/**
 * Lowers the calling thread's priority, so that long work (a document, a list) does not delay the main thread's
 * answers. Lowering needs no privilege.
 */
export function lowerThreadPriority(): void {
  if (IS_KNOWN) lower(Number(readlinkSync(OWN_THREAD).split('/').at(-1)));
}

/** Lowers the priority of Node's thread pool, which hashes passwords. Its threads start with their first work. */
export function lowerPoolPriority(): void {
  if (!IS_KNOWN) return;
  for (const thread of readdirSync(THREADS)) if (nameOf(thread) === POOL) lower(Number(thread));
}

function nameOf(thread: string): string {
  return readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
}

/** Relative to the main thread, whose id is the process id. */
function lower(thread: number): void {
  setPriority(thread, Math.min(PRIORITY_LOW, getPriority(process.pid) + STEPS));
}
