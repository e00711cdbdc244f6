import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { batchedDestination } from './log-lines.ts';

describe('lines of the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are written together at the end of each turn of the event loop', async () => {
    const file = join(folder, 'log');
    const descriptor = openSync(file, 'w');
    const out = batchedDestination(descriptor);
    out.write('one\n');
    out.write('two\n');
    expect(readFileSync(file, 'utf8')).toBe('');
    await turn();
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    out.write('three\n');
    await turn();
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
    closeSync(descriptor);
  });

  it.each([
    ['exits in the same turn', 'process.exit(3)'],
    ['ends with an uncaught error', 'throw new Error("unexpected")'],
  ])('are all written, one JSON object each, when the process %s [asvs 16.2.4, 16.4.1]', (_how, end) => {
    const log = new URL('./log.ts', import.meta.url).href;
    const script = `const { log } = await import(${JSON.stringify(log)}); log.info('last words\\n{}'); ${end};`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, LOG_LEVEL: 'info' },
    });
    expect(JSON.parse(stdout.toString())).toMatchObject({ service: 'api', msg: 'last words\n{}' });
  });
});
