import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildResponse, postable } from '@foyer/testing/test-idp';
import { open, seal } from '@foyer/mail/seal';
import { TestApi, testEnvironment } from '../../test-support/test-api.ts';
import { MAX_BYTES, MAX_OPEN } from './request-cookies.ts';
import { markAnswered } from './sign-in.queries.ts';
import { SamlThreads } from './saml-threads.ts';
import { AttackedCompanies } from '../../test-support/saml/test-attack-company.ts';
import { TestBrowser, type Begun } from '../../test-support/saml/test-browser.ts';

const HOME = 'http://product.test/home';
const ERROR = '/saml-error';
const PURPOSE = 'foyer saml request';
const SECRET = testEnvironment()['CSRF_SECRET'] ?? '';
const REPLAYS = 20;

let api: TestApi;
let companies: AttackedCompanies;
let browser: TestBrowser;

beforeAll(async () => {
  api = await TestApi.start();
  companies = await AttackedCompanies.of(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  await companies.recreate();
  browser = new TestBrowser(api);
});
const replicas: TestApi[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
});

async function startReplica(changes: Record<string, string> = {}): Promise<TestApi> {
  const replica = await TestApi.start(changes);
  replicas.push(replica);
  return replica;
}

function reseal(begun: Begun, change: Record<string, unknown>, secret = SECRET): void {
  const name = TestBrowser.nameOf(begun);
  const text = open(browser.cookies.get(name) ?? '', PURPOSE, begun.relayState, [SECRET]) ?? '{}';
  const changed = { ...(JSON.parse(text) as object), ...change };
  browser.cookies.set(name, seal(JSON.stringify(changed), PURPOSE, begun.relayState, secret));
}

async function countRows(): Promise<unknown> {
  const { rows } = await api.pool.query<{ name: string; rows: string }>(`
    SELECT c.relname AS name,
           (xpath('/row/n/text()', query_to_xml('SELECT count(*) AS n FROM ' || c.oid::regclass, false, true, '')))[1]::text AS rows
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`);
  return rows;
}

describe('a started sign-in', () => {
  it('writes no row, and its response writes two', async () => {
    const before = await countRows();
    for (let count = 0; count < 20; count++) await browser.begin(companies.acme);
    const begun = await browser.begin(companies.acme);
    expect(await countRows()).toEqual(before);
    expect(await browser.answer(companies.acme, begun)).toBe(HOME);
    expect([await api.prisma.answeredRequest.count(), await api.prisma.usedAssertion.count()]).toEqual([
      1, 1,
    ]);
  });

  it('is not readable from the cookie', async () => {
    const begun = await browser.begin(companies.acme, '?redirect=/invitation/secret');
    const bytes = Buffer.from(browser.line).toString() + Buffer.from(browser.line, 'base64url').toString();
    expect(bytes).not.toContain('secret');
    expect(bytes).not.toContain(begun.requestId);
  });

  it('may be one of several, started concurrently', async () => {
    const tabs = await Promise.all(
      ['/settings/security', '/settings/team', ''].map(async (target) => ({
        target,
        begun: await browser.begin(companies.acme, `?redirect=${target}`),
      })),
    );
    for (const { target, begun } of tabs)
      expect(await browser.answer(companies.acme, begun)).toBe(target || HOME);
    expect(browser.openCount).toBe(0);
  });

  it(`may be one of ${MAX_OPEN}; one more drops the oldest`, async () => {
    const begun: Begun[] = [];
    for (let count = 0; count <= MAX_OPEN; count++) begun.push(await browser.begin(companies.acme));
    expect(browser.openCount).toBe(MAX_OPEN);
    const [oldest, ...others] = begun as [Begun, ...Begun[]];
    expect(await browser.answer(companies.acme, oldest)).toBe(ERROR);
    for (const one of others) expect(await browser.answer(companies.acme, one)).toBe(HOME);
  });

  it.each([
    ['long', `/${'a'.repeat(2_000)}`, 1],
    ['of a thousand letters', `/${'a'.repeat(1_000)}`, 2],
    ['long and not Latin', `/${'д'.repeat(2_000)}`, 1],
  ])('keeps the Cookie header short when redirect targets are %s', async (_what, target, count) => {
    let begun: Begun | undefined;
    const isKept = encodeURI(target).length < MAX_BYTES;
    for (let number = 0; number < 6; number++) {
      begun = await browser.begin(companies.acme, `?redirect=${encodeURIComponent(target)}`);
      expect(browser.line.length).toBeLessThan(MAX_BYTES);
    }
    if (isKept) expect(browser.openCount).toBe(count);
    if (!begun) throw new Error('nothing was begun');
    expect(await browser.answer(companies.acme, begun)).toBe(isKept ? target : HOME);
  });

  it('cannot be started by a page of another site, which could fill the browser with cookies', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const reply = await api.http.get('/idp/acme').set('sec-fetch-site', site);
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
    }
    expect(await browser.begin(companies.acme, '', { 'sec-fetch-site': 'same-origin' })).toBeDefined();
  });
});

describe('a sign-in of a browser cannot be answered', () => {
  const expectRefused = async (location: Promise<string | undefined>) => {
    expect(await location).toBe(ERROR);
    expect(await companies.rejections()).toEqual(['request']);
    expect(await companies.traces()).toMatchObject({ sessions: 0, identities: 0, used: 0 });
  };

  it('a second time, even with a copy of the cookies', async () => {
    const begun = await browser.begin(companies.acme);
    const thief = TestBrowser.copyOf(browser);
    expect(await browser.answer(companies.acme, begun)).toBe(HOME);
    expect(await thief.answer(companies.acme, begun)).toBe(ERROR);
    expect(await companies.traces()).toMatchObject({ sessions: 1, used: 1 });
  });

  it(`by more than one of ${REPLAYS} different concurrent responses, over two replicas`, async () => {
    const begun = await browser.begin(companies.acme);
    const other = await startReplica();
    const locations = await Promise.all(
      Array.from({ length: REPLAYS }, (_, number) =>
        TestBrowser.copyOf(browser, number % 2 ? other : api).answer(companies.acme, begun),
      ),
    );
    expect(locations.filter((location) => location === HOME)).toHaveLength(1);
    expect(await companies.traces()).toMatchObject({ sessions: 1, used: 1 });
  });

  it('by another browser that has a sign-in of its own (login CSRF) [asvs 7.6.2]', async () => {
    const attackers = await browser.begin(companies.acme);
    const victim = new TestBrowser(api);
    await victim.begin(companies.acme);
    await expectRefused(victim.answer(companies.acme, attackers));
  });

  it('with the cookie of another browser, renamed to one of its own', async () => {
    const victim = new TestBrowser(api);
    const [theirs, own] = [await victim.begin(companies.acme), await browser.begin(companies.acme)];
    browser.cookies.set(TestBrowser.nameOf(own), victim.cookies.get(TestBrowser.nameOf(theirs)) ?? '');
    await expectRefused(browser.answer(companies.acme, { ...theirs, relayState: own.relayState }));
  });

  it('at another identity provider (mix-up) [asvs 6.8.1]', async () => {
    const begun = await browser.begin(companies.rival);
    await expectRefused(browser.answer(companies.acme, begun));
    expect(await browser.answer(companies.rival, begun)).toBe(HOME);
  });

  it('at another identity provider, with the cookie renamed to fit', async () => {
    const [rivals, own] = [await browser.begin(companies.rival), await browser.begin(companies.acme)];
    browser.cookies.set(TestBrowser.nameOf(own), browser.cookies.get(TestBrowser.nameOf(rivals)) ?? '');
    await expectRefused(browser.answer(companies.acme, { ...rivals, relayState: own.relayState }));
  });

  it('after its ten minutes have passed', async () => {
    const begun = await browser.begin(companies.acme);
    reseal(begun, { expiresAt: new Date(Date.now() - 1_000) });
    const turn = jest.spyOn(api.service(SamlThreads).queue, 'run');
    await expectRefused(browser.answer(companies.acme, begun));
    expect(turn).not.toHaveBeenCalled();
  });

  it('when it expires during the checks', async () => {
    const { id } = await api.prisma.identityProvider.findUniqueOrThrow({ where: { name: 'acme' } });
    const until = (expiresAt: Date) =>
      markAnswered(api.prisma, {
        requestId: '_asked',
        identityProviderId: id,
        redirectTarget: '',
        testedById: null,
        provesSession: null,
        relayState: '',
        expiresAt,
      });
    expect(await until(new Date(Date.now() - 1_000))).toBe(false);
    expect(await until(new Date(Date.now() + 60_000))).toBe(true);
  });

  it('with a cookie that was changed or sealed with another key', async () => {
    const begun = await browser.begin(companies.acme);
    const name = TestBrowser.nameOf(begun);
    const text = browser.cookies.get(name) ?? '';
    const changed = Buffer.from(text, 'base64url');
    changed[40] = (changed[40] ?? 0) ^ 1;
    for (const one of [changed.toString('base64url'), text.slice(0, 20), '']) {
      browser.cookies.set(name, one);
      expect(await browser.answer(companies.acme, begun)).toBe(ERROR);
    }
    browser.cookies.set(name, text);
    reseal(begun, {}, 'x'.repeat(40));
    expect(await browser.answer(companies.acme, begun)).toBe(ERROR);
    browser.cookies.set(name, text);
    expect(await browser.answer(companies.acme, begun)).toBe(HOME);
  });
});

describe('a sealed sign-in', () => {
  it('redirects to its own tab’s target, or home with another tab’s RelayState', async () => {
    const one = await browser.begin(companies.acme, '?redirect=/settings/security');
    const two = await browser.begin(companies.acme, '?redirect=/settings/team');
    expect(await browser.answer(companies.acme, { ...one, relayState: two.relayState })).toBe(HOME);
    expect(await browser.answer(companies.acme, two)).toBe('/settings/team');
    expect(await browser.answer(companies.acme, one)).toBe(ERROR);
  });

  it('expires by the database’s clock, not by the replica’s', async () => {
    const clock = jest.spyOn(Date, 'now');
    const [early, late] = [Date.now() - 3_600_000, Date.now() + 3_600_000];
    clock.mockImplementation(() => early);
    const begun = await browser.begin(companies.acme);
    clock.mockImplementation(() => late);
    expect(await browser.answer(companies.acme, begun)).toBe(ERROR);
    // By the database's clock, the message is from the future. The request has not expired.
    expect(await companies.rejections()).toEqual(['time']);
    clock.mockRestore();
    expect(await browser.answer(companies.acme, begun)).toBe(HOME);
  });

  it('can be opened at every replica, also during a rotation of the secret', async () => {
    const begun = await browser.begin(companies.acme);
    const next = await startReplica({ CSRF_SECRET: `${'n'.repeat(40)},${SECRET}` });
    const after = await startReplica({ CSRF_SECRET: 'n'.repeat(40) });
    expect(await TestBrowser.copyOf(browser, after).answer(companies.acme, begun)).toBe(ERROR);
    expect(await TestBrowser.copyOf(browser, next).answer(companies.acme, begun)).toBe(HOME);
  });

  it('still works after an unsigned response', async () => {
    const begun = await browser.begin(companies.acme);
    const xml = buildResponse(companies.acme, {
      inResponseTo: begun.requestId,
      sign: { response: false, assertion: false },
    });
    const form = { SAMLResponse: postable(xml), RelayState: begun.relayState };
    expect(await browser.post(companies.acme, form)).toBe(ERROR);
    expect(await api.prisma.answeredRequest.count()).toBe(0);
    expect(await browser.answer(companies.acme, begun)).toBe(HOME);
  });
});
