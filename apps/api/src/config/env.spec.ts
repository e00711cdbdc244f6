import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { apiEnv, readApiEnv } from './env.ts';

const example = Object.fromEntries(
  readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1).replace(/^"|"$/g, ''),
    ]),
);
const own = { CSRF_SECRET: 'x'.repeat(32), MAIL_SECRET: 'y'.repeat(32) };

describe('the environment of the API', () => {
  it('has every variable in .env.example', () => {
    expect(Object.keys(example)).toEqual(expect.arrayContaining(Object.keys(apiEnv.shape)));
  });

  it('takes the example with secrets of one’s own', () => {
    expect(readApiEnv({ ...example, ...own })).toMatchObject({ NODE_ENV: 'production', PORT: 3000 });
  });

  it('refuses the placeholder secrets of the example in production only', () => {
    expect(() => readApiEnv(example)).toThrow(
      /CSRF_SECRET: is a placeholder[^]*MAIL_SECRET: is a placeholder/,
    );
    expect(readApiEnv({ ...example, NODE_ENV: 'development' }).NODE_ENV).toBe('development');
  });

  it('says every fault at once', () => {
    expect(() => readApiEnv({ ...own, PORT: 'x', CSRF_SECRET: 'short', PUBLIC_URL: 'ftp://x' })).toThrow(
      /PORT: [^]*PUBLIC_URL: [^]*DATABASE_URL: [^]*CSRF_SECRET: [^]*HOME_URL: /,
    );
  });
});
