import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { oauthRequest, userinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../../docs/connecting-an-app.md'), 'utf8');

const samplesIn = (language: string) =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, sample = '']) => sample,
  );

/** connecting-an-app.deep.spec runs the samples. */
describe('the samples of docs/connecting-an-app.md', () => {
  it('call only endpoints that exist', () => {
    const known = [...Object.values(endpoints).map(({ path }) => path), pages.oauthAuthorize];
    const patterns = known.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
    const called = samplesIn('sh').flatMap((sample) =>
      [...sample.matchAll(/\$PORTAL(\/[\w/-]+)/g)].map(([, path = '']) => path),
    );
    expect(new Set(called).size).toBe(5);
    expect(called.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it('use only authorization parameters of the contract', () => {
    const [, query = ''] = /\/oauth\/authorize\?([^"]+)"/.exec(DOCUMENT) ?? [];
    const names = [...new URLSearchParams(query).keys()];
    expect(names).toHaveLength(7);
    expect(names.filter((name) => !(name in oauthRequest.shape))).toEqual([]);
  });

  it('include one userinfo response, with the fields of the contract', () => {
    const answers = samplesIn('json').map((sample): unknown => JSON.parse(sample.replaceAll('…', 'x')));
    const [userinfo, ...others] = answers.filter((answer) => userinfoReply.safeParse(answer).success);
    expect(others).toEqual([]);
    expect(Object.keys(userinfo ?? {})).toEqual(Object.keys(userinfoReply.shape));
  });
});
