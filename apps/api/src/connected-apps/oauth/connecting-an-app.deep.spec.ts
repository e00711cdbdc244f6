import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { postDecision, valuesOf } from '../../test-support/oauth/test-app.ts';

const ROOT = new URL('../../../../../', import.meta.url).pathname;
const DOCUMENT = readFileSync(join(ROOT, 'docs/connecting-an-app.md'), 'utf8');

const samplesIn = (language: string) =>
  [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, sample = '']) => sample,
  );

class Shell {
  readonly #state = join(mkdtempSync(join(tmpdir(), 'shell-')), 'variables');
  readonly #environment: Record<string, string>;

  constructor(environment: Record<string, string>) {
    this.#environment = environment;
    writeFileSync(this.#state, '');
  }

  async paste(sample: string): Promise<string> {
    const names = [...sample.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name).join(' ');
    const script = `set -eu -o pipefail; . "$VARIABLES"; ${sample}\n[ -z "${names}" ] || declare -p ${names} >> "$VARIABLES"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: ROOT,
      env: { ...process.env, ...this.#environment, VARIABLES: this.#state },
    });
    return stdout.trim();
  }
}

async function answer(visitor: Visitor, address: string): Promise<string> {
  const { pathname, search, searchParams } = new URL(address);
  const page = await visitor.get(pathname + search).set('accept', 'text/html');
  const { consent, csrfToken } = valuesOf(page.text);
  const fields = { ...Object.fromEntries(searchParams), ticket: consent?.ticket ?? '', _csrf: csrfToken };
  return (await postDecision(visitor, { ...fields, decision: 'allow' })).headers['location'] ?? '';
}

describe('the shell samples of docs/connecting-an-app.md', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ PUBLIC_URL: 'http://localhost:3917' });
    await api.empty();
  });
  afterAll(() => api.stop());

  it('work in their order, from registration to revocation, at another port', async () => {
    const ada = await signUp(api, 'ada@example.com');
    const shell = new Shell({ DATABASE_URL: testDatabaseUrl(), PUBLIC_URL: 'http://localhost:3917' });
    const samples = samplesIn('sh');
    let rest = samples.length;
    const next = (begins: string, fill: Record<string, string> = {}) => {
      const sample = samples[samples.length - rest--] ?? '';
      expect(sample).toContain(begins);
      const filled = Object.entries(fill).reduce((text, [from, to]) => {
        expect(text).toContain(from);
        return text.replace(from, () => to);
      }, sample);
      expect(filled).not.toContain('…');
      return shell.paste(filled);
    };

    const registered = await next('npm run operate -- oauth:register', {
      'npm run operate -- oauth:register': 'node apps/operate/src/oauth/apps.ts register',
    });
    const secret = /client_secret +(\S+)/.exec(registered)?.[1] ?? '';
    await next('PORTAL=', { 'http://localhost:3000': api.url, '…': secret });
    const address = await next('STATE=');
    expect(new URL(address).searchParams.size).toBe(7);
    const back = await answer(ada, address);
    expect(back).toMatch(/^http:\/\/localhost:5000\/callback\?code=.+&iss=http%3A%2F%2Flocalhost%3A3917$/);
    await next('ANSWER=', { '…': back });
    expect(JSON.parse(await next('/oauth/token'))).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'profile events.invite',
    });
    const user = userinfoReply.parse(JSON.parse(await next('/oauth/userinfo')));
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' });
    expect(JSON.parse(await next('/invitations'))).toEqual({ link: expect.stringMatching(/\/join-event\//) });
    expect(JSON.parse(await next('grant_type=refresh_token'))).toMatchObject({ token_type: 'Bearer' });
    expect(await next('/oauth/revoke')).toBe('200');
    expect(rest).toBe(0);
    expect(
      await shell.paste(
        'curl -s -o /dev/null -w "%{http_code}" -H "Authorization: Bearer $ACCESS_TOKEN" "$PORTAL/oauth/userinfo"',
      ),
    ).toBe('401');

    const jsonSamples = samplesIn('json').map((sample): unknown => JSON.parse(sample.replaceAll('…', 'x')));
    expect(jsonSamples.map((one) => userinfoReply.safeParse(one).success)).toContain(true);
    const example = userinfoReply.parse(jsonSamples.find((one) => userinfoReply.safeParse(one).success));
    expect(Object.keys(example)).toEqual(Object.keys(user));
    expect(example.entitlements).toEqual(user.entitlements);
  });
});
