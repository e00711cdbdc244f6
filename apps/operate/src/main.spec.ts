import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '@foyer/tools/paths';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-operate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function operate(...args: string[]) {
  const { NODE_ENV: _ofJest, ...env } = process.env;
  return spawnSync(process.execPath, ['apps/operate/src/main.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
  });
}

describe('npm run operate', () => {
  it('writes new secrets to the given file, and never overwrites it', () => {
    const file = join(folder, 'secrets.env');
    expect(operate('secrets:new', file)).toMatchObject({
      status: 0,
      stdout: `${file} contains new secrets.\n`,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    expect(before).toContain('CSRF_SECRET=');
    const again = operate('secrets:new', file);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists') });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.each(['nonsense', 'oauth:nonsense'])(
    'rejects the unknown command "%s", and lists the commands',
    (name) => {
      const { status, stderr } = operate(name);
      expect(status).toBe(1);
      expect(stderr).toContain(`There is no command "${name}".`);
      for (const known of ['export-user', 'idp:import', 'oauth:register']) expect(stderr).toContain(known);
    },
  );
});
