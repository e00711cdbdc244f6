import { describe } from '@jest/globals';

/** Runs `describe`, or skips it if something is missing, with the reason in the name and the output. */
export function describeUnless(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) return describe(name, body);
  console.warn(`Skipped: ${name}. ${missing}`);
  describe.skip(`${name} (skipped: ${missing})`, body);
}
