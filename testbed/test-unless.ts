import { describe } from '@jest/globals';

/** `describe`, skipped where something is missing, which its name and a line in the output then say. */
export function describeUnless(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) return describe(name, body);
  console.warn(`Skipped: ${name}. ${missing}`);
  describe.skip(`${name} (skipped: ${missing})`, body);
}
