import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';
import { ROOT } from '../paths.ts';

const BOUNDARIES = '@nx/enforce-module-boundaries';
const LAYERS = 'foyer/imports-point-back';
const NO_EXPRESS = 'no-restricted-imports';

const LIBRARY = '@foyer/testing/test-database';
const MODAL = 'apps/web/src/ui/modal.tsx';
const SERVICE = 'apps/api/src/identity/login/login.service.ts';

/** Rejected imports. Each text is linted in place of the file's own text. */
const refused: [file: string, text: string, rule: string][] = [
  ['apps/web/src/main.tsx', `import '@foyer/db/client';`, BOUNDARIES],
  ['apps/web/src/main.tsx', `import 'pg';`, BOUNDARIES],
  ['apps/web/src/main.tsx', `import '../../api/src/build-app.ts';`, BOUNDARIES],
  ['libs/contracts/src/identity/login.ts', `import 'react';`, BOUNDARIES],
  ['libs/catalog/src/plans.ts', `import '@foyer/contracts/field';`, BOUNDARIES],
  ['apps/api/src/main.ts', `import '${LIBRARY}';`, BOUNDARIES],
  ['apps/api/src/main.ts', `import '@foyer/tools/run/ports';`, BOUNDARIES],
  ['tools/run/start.ts', `import '@foyer/testbed/stand-ins/host';`, BOUNDARIES],
  [MODAL, `import '../identity/pages/login-page.tsx';`, LAYERS],
  [MODAL, `await import('../identity/pages/login-page.tsx');`, LAYERS],
  [MODAL, `export type Page = import('../identity/pages/login-page.tsx').LoginPage;`, LAYERS],
  [MODAL, `export { LoginPage } from '../identity/pages/login-page.tsx';`, LAYERS],
  [SERVICE, `import '../../billing/plans/plan.service.ts';`, LAYERS],
  [SERVICE, `import type { Request } from 'express';`, NO_EXPRESS],
  ['apps/api/src/identity/session-cookie.ts', `import 'express';`, NO_EXPRESS],
];
const allowed: [file: string, text: string, rule: string][] = [
  ['apps/web/src/main.tsx', `import '@foyer/contracts/identity/login';`, BOUNDARIES],
  ['apps/api/src/config/env.spec.ts', `import '${LIBRARY}';`, BOUNDARIES],
  ['apps/api/src/identity/login/login.controller.ts', `import 'express';`, NO_EXPRESS],
];

describe('imports between packages and inside them', () => {
  // The folder for Nx' graph of the projects. It is empty, as in a fresh clone.
  const noGraphYet = mkdtempSync(join(tmpdir(), 'foyer-lint-'));
  const env = { ...process.env, NX_WORKSPACE_DATA_DIRECTORY: noGraphYet };
  const brokenRules: (string | null)[][] = [];

  beforeAll(async () => {
    process.env['NX_WORKSPACE_DATA_DIRECTORY'] = noGraphYet;
    const eslint = new ESLint({ cwd: ROOT });
    for (const [file, text] of [...refused, ...allowed]) {
      const [result] = await eslint.lintText(text, { filePath: join(ROOT, file) });
      brokenRules.push(result?.messages.map(({ ruleId }) => ruleId) ?? []);
    }
  });
  afterAll(() => rmSync(noGraphYet, { recursive: true, force: true }));

  it.each(refused.map((one, position) => [...one, position] as const))(
    '%s may not contain %s',
    (_file, _text, rule, position) => expect(brokenRules[position]).toContain(rule),
  );

  it.each(allowed.map((one, position) => [...one, refused.length + position] as const))(
    '%s may contain %s',
    (_file, _text, rule, position) => expect(brokenRules[position]).not.toContain(rule),
  );

  it('the lint fails if the graph of the projects is not available', () => {
    rmSync(noGraphYet, { recursive: true, force: true });
    const make = `(await import('${join(ROOT, 'tools/lint/project-graph.mjs')}')).makeProjectGraph()`;
    const { status, stderr } = spawnSync('node', ['--input-type=module', '--eval', make], {
      cwd: ROOT,
      env: { ...env, NX_CACHE_PROJECT_GRAPH: 'false' },
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('No cached ProjectGraph is available');
  });
});
