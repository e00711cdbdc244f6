import { describe } from '@jest/globals';

/** `describe`, skipped if something is missing, with the reason in its name and in a line of the output. */
export function describeUnless(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) return describe(name, body);
  console.warn(`Skipped: ${name}. ${missing}`);
  describe.skip(`${name} (skipped: ${missing})`, body);
}
