import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readRequest } from '@foyer/testing/test-idp';
import {
  addressOf,
  answerIn,
  codeFor,
  registerApp,
  requestOf,
  type TestApp,
} from '../../test-support/oauth/test-app.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

const NORA = { email: 'nora@acme.test', nameId: 'nora' };
const EIGHT_HOURS_S = 8 * 3_600;

describe('a new login that an app requires of a user with company sign-in', () => {
  let api: TestApi;
  let company: TestCompany;
  let app: TestApp;
  let nora: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    company = await TestCompany.create(api, 'acme');
    app = await registerApp(api, 'planner');
    nora = await api.visit();
    await signIn({});
    await codeFor(nora, app);
  });

  /** `loggedInIn`: the time of the login at the company, in seconds from now. */
  async function signIn(answered: { loggedInIn?: number | null }, redirect?: string) {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
    const location = await company.signIn(nora, { ...NORA, ...answered }, query);
    await nora.refreshCsrfToken();
    return location;
  }
  const open = (address: string) => nora.get(address).set('accept', 'text/html').redirects(0);
  const ask = (wish: Record<string, string | undefined>) => open(addressOf(requestOf(app, wish)));
  function backOf({ headers }: { headers: Record<string, string> }): string {
    const { pathname, searchParams } = new URL(headers['location'] ?? '/', 'http://localhost:3000');
    return pathname === '/login' ? (searchParams.get('redirect') ?? '') : '';
  }
  async function isForced(query: string): Promise<boolean> {
    const { saml } = (await nora.get(`/idp/acme${query}`)).body as { saml: string };
    return readRequest(saml).xml.includes('ForceAuthn="true"');
  }

  it.each([{ prompt: 'login' }, { max_age: '600' }, { prompt: 'consent login', max_age: '0' }])(
    'is requested from the company for %j, with ForceAuthn',
    async (wish) => {
      const back = addressOf(requestOf(app, wish));
      expect(await isForced(`?redirect=${encodeURIComponent(back)}`)).toBe(true);
    },
  );

  it.each([{}, { prompt: 'consent' }, { prompt: 'select_account' }])(
    'is not requested from the company for %j',
    async (wish) => {
      const back = addressOf(requestOf(app, wish));
      expect(await isForced(`?redirect=${encodeURIComponent(back)}`)).toBe(false);
    },
  );

  it.each([{ prompt: 'login' }, { max_age: '600' }])(
    'satisfies %j if its time at the company is after the request, within the allowed clock skew',
    async (wish) => {
      await signIn({ loggedInIn: -EIGHT_HOURS_S });
      const back = backOf(await ask(wish));
      expect(back).toContain('&asked_at=');
      await signIn({ loggedInIn: -30 }, back);
      expect(answerIn(await open(back))).toHaveProperty('code');
    },
  );

  it('is due when max_age has passed since the login at the company, not since the sign-in here', async () => {
    await signIn({ loggedInIn: -300 });
    expect(answerIn(await ask({ max_age: '600' }))).toHaveProperty('code');
    await signIn({ loggedInIn: -900 });
    expect(backOf(await ask({ max_age: '600' }))).not.toBe('');
  });

  it.each([
    ['prompt=login', { prompt: 'login' }, -EIGHT_HOURS_S],
    ['max_age', { max_age: '600' }, -EIGHT_HOURS_S],
    ['prompt=login', { prompt: 'login' }, null],
    ['max_age', { max_age: '600' }, null],
  ])(
    'does not satisfy %s %j with the login time %p: the app gets login_required, without a loop',
    async (_, wish, loggedInIn) => {
      await signIn({ loggedInIn: -EIGHT_HOURS_S });
      const back = backOf(await ask(wish));
      await signIn({ loggedInIn }, back);
      const reply = await open(back);
      expect(reply.headers['location']).not.toContain('/login');
      expect(answerIn(reply)).toMatchObject({ error: 'login_required', state: 'st4te' });
      expect(answerIn(reply)).not.toHaveProperty('code');
    },
  );
});
