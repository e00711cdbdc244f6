import { describe } from '@jest/globals';

export function describeUnless(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) return describe(name, body);
  console.warn(`Skipped: ${name}. ${missing}`);
  describe.skip(`${name} (skipped: ${missing})`, body);
}
