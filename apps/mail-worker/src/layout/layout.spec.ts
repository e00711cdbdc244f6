import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeLayout } from './make-layout.ts';

describe('the layout of mails', () => {
  it('is what `node tools/run/bootstrap.mjs test apps/mail-worker/src/layout/make-layout` makes of its source and the colours of the browser application', async () => {
    expect(await readFile(join(import.meta.dirname, 'mail.mustache'), 'utf8')).toBe(await makeLayout());
  });
});
