import { setFlagsFromString } from 'node:v8';

/**
 * Lets the limits that a thread is given count. V8's flags, by which `start.sh` bounds the main thread's heap, would win over
 * them. That heap keeps the bounds it began with.
 */
export function boundThreadsByTheirLimits(): void {
  for (const flag of ['max-old-space-size', 'max-semi-space-size']) setFlagsFromString(`--${flag}=0`);
}
