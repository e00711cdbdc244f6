import { expect, it } from '@jest/globals';
import { readLimitsPage } from './make-limits-page.ts';

it('docs/flows/rate-limits.md has the current limits: otherwise run `node tools/run/bootstrap.mjs start tools/run/database generate` [asvs 2.1.3]', () => {
  const { now, drawn } = readLimitsPage();
  expect(now).toBe(drawn);
});
