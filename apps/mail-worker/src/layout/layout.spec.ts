import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeLayout } from './make-layout.ts';

describe('the layout of mails', () => {
  it('matches its source and the web colours: otherwise run `node tools/run/bootstrap.mjs test apps/mail-worker/src/layout/make-layout`', async () => {
    expect(await readFile(join(import.meta.dirname, 'mail.mustache'), 'utf8')).toBe(await makeLayout());
  });
});
