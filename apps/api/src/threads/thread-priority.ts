import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Linux knows each thread by a number of its own, with a priority of its own. Elsewhere there is no such folder. */
const THREADS = '/proc/self/task';
const OWN_THREAD = '/proc/thread-self';
const IS_KNOWN = process.platform === 'linux';
/** How Node names the threads of its pool. */
const POOL = 'libuv-worker';
const { PRIORITY_LOW } = constants.priority;
/** A third of the main thread's weight where both want the same core: enough to come after it, too much to starve. */
const STEPS = 5;

/**
 * The calling thread gives way to those of other priority where there is no free core: what takes long, a document or a
 * list, is not to delay the answers of the main thread. Lowering needs no right.
 */
export function lowerThreadPriority(): void {
  if (IS_KNOWN) lower(Number(readlinkSync(OWN_THREAD).split('/').at(-1)));
}

/** The same of Node's pool, in which passwords are hashed; it begins with the first work it is given. */
export function lowerPoolPriority(): void {
  if (!IS_KNOWN) return;
  for (const thread of readdirSync(THREADS)) if (nameOf(thread) === POOL) lower(Number(thread));
}

function nameOf(thread: string): string {
  return readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
}

/** Below the main thread, whose number is that of the process. */
function lower(thread: number): void {
  setPriority(thread, Math.min(PRIORITY_LOW, getPriority(process.pid) + STEPS));
}
