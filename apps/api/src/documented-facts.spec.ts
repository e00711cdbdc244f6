import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MAX_PASSKEYS } from '@foyer/contracts/identity/passkeys';
import { MAX_DEVICES } from './identity/login/known-devices.queries.ts';
import { MAX_TICKETS } from './connected-apps/oauth/authorize.queries.ts';
import { MAX_OPEN } from './company/saml/request-cookies.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('docs/security.md states the current limits of an account [asvs 7.1.2]', () => {
  const rows = [...read('docs/security.md').matchAll(/^\| ([\w -]+?) +\| (\d+) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, what, count]) => [what, Number(count)]))).toMatchObject({
    'browsers known to an account': MAX_DEVICES,
    'passkeys of an account': MAX_PASSKEYS,
    'company sign-ins begun in a browser': MAX_OPEN,
    'questions of apps open in a session': MAX_TICKETS,
  });
});

it('docs/operate.md lists each secret in the table of keys and their holders [asvs 11.1.1]', () => {
  const [, holders = ''] = read('docs/operate.md').split(/^\| Key +\| Held by/m);
  const [table = ''] = holders.split('\n\n');
  const secrets = [...read('.env.example').matchAll(/\b([A-Z_]+)_FILE\b/g)].map(([, name = '']) => name);
  expect(secrets).toContain('MAIL_SECRET');
  // Omits the placeholder `NAME_FILE`, and the variables of the database, because the table names the passwords of its
  // accounts instead.
  const missing = secrets.filter((name) => !/DATABASE|^NAME$/.test(name) && !table.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('docs/security.md names every event of the security log [asvs 16.1.1]', () => {
  const [, types = ''] =
    /export type AuditAction =([^;]+);/.exec(read('apps/api/src/audit/audit.service.ts')) ?? [];
  const actions = [...types.matchAll(/'([\w.-]+)'/g)].map(([, action = '']) => action);
  expect(actions).toContain('login');
  expect(actions.filter((action) => !read('docs/security.md').includes(`\`${action}\``))).toEqual([]);
});
