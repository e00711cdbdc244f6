import { describe, expect, it } from '@jest/globals';
import {
  faultsOf,
  NEEDED,
  onlyNeeded,
  safeProduction,
  unsafeProductions,
} from '@foyer/testing/unsafe-production';
import { readWorkerEnv } from './env.ts';

const own = safeProduction();
const unsafe = await unsafeProductions();

const faultsIn = (environment: Record<string, string>) => faultsOf(readWorkerEnv, environment);

describe('the environment of the mail worker', () => {
  it('is the production environment by default [asvs 13.4.2]', () => {
    const { NODE_ENV: _given, ...others } = own;
    expect(readWorkerEnv(others).NODE_ENV).toBe('production');
    const unsafeMail = { ...others, SMTP_URL: 'smtp://mail.test?ignoreTLS=true' };
    expect(faultsIn(unsafeMail)).toHaveLength(1);
    expect(faultsIn({ ...unsafeMail, NODE_ENV: 'development' })).toEqual([]);
    expect(faultsIn({ ...unsafeMail, NODE_ENV: 'prod' })).toHaveLength(2);
  });

  it('needs six variables in production, and reports each missing one', () => {
    const least = onlyNeeded('worker');
    expect(Object.keys(least)).toHaveLength(6);
    expect(faultsIn(least)).toEqual([]);
    for (const name of NEEDED.worker)
      expect(faultsIn({ ...least, [name]: '' })).toEqual([expect.stringMatching(`^${name}: is not set`)]);
  });

  it.each(unsafe.filter(({ processes }) => processes.includes('worker')))(
    'rejects $what in production, and reports no other problem',
    ({ changes, lines }) => {
      expect(faultsIn({ ...own, ...changes })).toEqual(lines);
    },
  );
});
