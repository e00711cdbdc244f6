import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

const BOUNDARIES = '@nx/enforce-module-boundaries';
const LAYERS = 'foyer/imports-point-down';
const NO_EXPRESS = 'no-restricted-imports';

interface Case {
  what: string;
  /** It exists; its text is replaced. */
  file: string;
  /** What it imports, where that is all it does. */
  from?: string;
  text?: string;
  rule?: string;
  isAllowed?: boolean;
}

const cases: Case[] = [
  {
    what: 'the browser application importing the database',
    file: 'apps/web/src/main.tsx',
    from: '@foyer/db/client',
  },
  { what: 'the browser application importing a server package', file: 'apps/web/src/main.tsx', from: 'pg' },
  {
    what: 'the browser application reaching into the API by path',
    file: 'apps/web/src/main.tsx',
    from: '../../api/src/build-app.ts',
  },
  {
    what: 'a contract importing the database',
    file: 'libs/contracts/src/login.ts',
    from: '@foyer/db/client',
  },
  { what: 'a contract importing a framework', file: 'libs/contracts/src/login.ts', from: 'react' },
  { what: 'facts importing contracts', file: 'libs/catalog/src/plans.ts', from: '@foyer/contracts/field' },
  {
    what: 'the mail worker importing the test library',
    file: 'apps/mail-worker/src/main.ts',
    from: '@foyer/testing/test-database',
  },
  { what: 'the API importing the tools', file: 'apps/api/src/main.ts', from: '@foyer/tools/run/ports' },
  {
    what: 'the API importing the testbed',
    file: 'apps/api/src/main.ts',
    from: '@foyer/testbed/stand-ins/host',
  },
  {
    what: 'the tools importing the testbed',
    file: 'tools/run/start.ts',
    from: '@foyer/testbed/stand-ins/host',
  },
  {
    what: 'the browser application importing contracts',
    file: 'apps/web/src/main.tsx',
    from: '@foyer/contracts/login',
    isAllowed: true,
  },
  {
    what: 'contracts importing facts',
    file: 'libs/contracts/src/login.ts',
    from: '@foyer/catalog/plans',
    isAllowed: true,
  },
  {
    what: 'a spec of the API importing the test library',
    file: 'apps/api/src/config/env.spec.ts',
    from: '@foyer/testing/test-database',
    isAllowed: true,
  },
  {
    what: 'a page imported from below',
    file: 'apps/web/src/ui/modal.tsx',
    from: '../pages/login-page.tsx',
    rule: LAYERS,
  },
  {
    what: 'a page imported from below when it is needed',
    file: 'apps/web/src/ui/modal.tsx',
    text: "await import('../pages/login-page.tsx');\n",
    rule: LAYERS,
  },
  {
    what: 'a type of a page',
    file: 'apps/web/src/ui/modal.tsx',
    text: "export type Page = import('../pages/login-page.tsx').LoginPage;\n",
    rule: LAYERS,
  },
  {
    what: 'a page passed on from below',
    file: 'apps/web/src/ui/modal.tsx',
    text: "export { LoginPage } from '../pages/login-page.tsx';\n",
    rule: LAYERS,
  },
  {
    what: 'a feature importing another',
    file: 'apps/web/src/features/login/login-form.tsx',
    from: '../saml/company-sign-in.tsx',
    rule: LAYERS,
  },
  {
    what: 'a feature importing its own and what is below',
    file: 'apps/web/src/features/login/login-form.tsx',
    text: "import './use-login.ts';\nimport '../../journey/lockout.ts';\n",
    rule: LAYERS,
    isAllowed: true,
  },
  {
    what: 'the accounts importing what answers requests',
    file: 'apps/api/src/accounts/require-owner.ts',
    from: '../http/csrf.ts',
    rule: LAYERS,
  },
  {
    what: 'a feature of the API importing another',
    file: 'apps/api/src/features/team-switch/team-switch.service.ts',
    from: '../billing/billing.service.ts',
    rule: LAYERS,
  },
  {
    what: 'a service importing Express',
    file: 'apps/api/src/features/login/login.service.ts',
    from: 'express',
    rule: NO_EXPRESS,
  },
  {
    what: 'a service importing a type of Express',
    file: 'apps/api/src/features/login/login.service.ts',
    text: "import type { Request } from 'express';\nexport type Asked = Request;\n",
    rule: NO_EXPRESS,
  },
  {
    what: 'the session importing Express',
    file: 'apps/api/src/session/session-cookie.ts',
    from: 'express',
    rule: NO_EXPRESS,
  },
  {
    what: 'a controller importing Express',
    file: 'apps/api/src/features/login/login.controller.ts',
    from: 'express',
    rule: NO_EXPRESS,
    isAllowed: true,
  },
];

describe('the boundaries between the packages and inside them', () => {
  // Nx keeps its graph of the projects here: in a fresh clone there is none.
  const noGraphYet = mkdtempSync(join(tmpdir(), 'foyer-lint-'));
  let brokenRules: string[][];

  function lintCases(env: NodeJS.ProcessEnv): { stdout: string; stderr: string } {
    return spawnSync('node', ['tools/lint/lint-texts.ts'], {
      cwd: ROOT,
      env: { ...process.env, NX_WORKSPACE_DATA_DIRECTORY: noGraphYet, ...env },
      input: JSON.stringify(
        cases.map(({ file, from, text }) => ({ file, text: text ?? `import '${from}';\n` })),
      ),
      encoding: 'utf8',
    });
  }

  beforeAll(() => {
    const { stdout, stderr } = lintCases({});
    if (!stdout) throw new Error(stderr);
    brokenRules = JSON.parse(stdout) as string[][];
  });

  afterAll(() => rmSync(noGraphYet, { recursive: true, force: true }));

  it.each(cases.map((one, position) => ({ ...one, position })))(
    '$what',
    ({ position, rule = BOUNDARIES, isAllowed = false }) => {
      if (isAllowed) expect(brokenRules[position]).not.toContain(rule);
      else expect(brokenRules[position]).toContain(rule);
    },
  );

  it('fail lint when the graph of the projects cannot be had', () => {
    rmSync(noGraphYet, { recursive: true, force: true });
    const { stdout, stderr } = lintCases({ NX_CACHE_PROJECT_GRAPH: 'false' });
    expect(stdout).toBe('');
    expect(stderr).toContain('No cached ProjectGraph is available');
  });
});
