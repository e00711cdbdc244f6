import { setFlagsFromString } from 'node:v8';

/**
 * Makes the `resourceLimits` of threads effective. The flags in `start.sh`, which limit the main thread's heap, would
 * otherwise override them. The main thread keeps its limits.
 */
export function boundThreadsByTheirLimits(): void {
  for (const flag of ['max-old-space-size', 'max-semi-space-size']) setFlagsFromString(`--${flag}=0`);
}
