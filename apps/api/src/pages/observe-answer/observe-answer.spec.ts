import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OBSERVE_TEXT_VERSION } from '@foyer/catalog/consents';
import { endpoints } from '@foyer/contracts/endpoints';
import { pageValues } from '@foyer/contracts/page-values';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';

const configured = {
  DATADOG_APPLICATION_ID: 'app',
  DATADOG_CLIENT_TOKEN: 'token',
  DATADOG_SITE: 'us3.datadoghq.com',
  SEGMENT_WRITE_KEY: 'key',
};
const OTHERS = /datadoghq|segment/;
const YES = new RegExp(`^observe=yes\\.${OBSERVE_TEXT_VERSION}\\.([\\da-f-]{36}); Max-Age=15552000; Path=/;`);

type Reply = { text: string; headers: Record<string, unknown> };

const valuesIn = ({ text }: Reply) =>
  pageValues.parse(JSON.parse(/id="page-values">(.*?)<\/script>/s.exec(text)?.[1] ?? ''));
const cookiesOf = ({ headers }: Reply) => [headers['set-cookie'] ?? []].flat() as string[];
const page = async (visitor: Visitor, headers: Record<string, string> = {}) => {
  const reply = await visitor.get('/login').set({ accept: 'text/html', ...headers });
  const { observing, monitoring, analytics } = valuesIn(reply);
  const policy = String(reply.headers['content-security-policy']);
  return {
    observing,
    isReported: OTHERS.test(policy) || OTHERS.test(reply.text) || Boolean(monitoring ?? analytics),
    asks: reply.text.includes('May we?'),
    canChange: reply.text.includes('>Choices<'),
    cookies: cookiesOf(reply).filter((cookie) => !/^(?:sid|csrf)=/.test(cookie)),
  };
};
const answer = (visitor: Visitor, isAllowed: boolean) =>
  visitor.post(endpoints.observeConsent.path, { isAllowed });

describe('if visitors are asked about monitoring and analytics', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ ...configured, OBSERVE_CONSENT: 'ask' });
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const rows = () =>
    api.prisma.observeAnswer.findMany({
      orderBy: { at: 'asc' },
      select: { id: true, isYes: true, textVersion: true, language: true, endedAt: true },
    });

  it('a page before the answer contains the question, and neither names nor allows the services', async () => {
    const visitor = await api.visit();
    expect(await page(visitor)).toMatchObject({
      observing: 'ask',
      isReported: false,
      asks: true,
      canChange: true,
      cookies: [],
    });
  });

  it('the answer yes allows the services for 180 days, and is recorded with its text and language', async () => {
    const visitor = await api.visit({ language: 'de' });
    const reply = await answer(visitor, true);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Answer saved' }]);
    const id = YES.exec(cookiesOf(reply)[0] ?? '')?.[1];
    expect(await rows()).toEqual([
      { id, isYes: true, textVersion: OBSERVE_TEXT_VERSION, language: 'de', endedAt: null },
    ]);
    expect(await page(visitor)).toMatchObject({
      observing: 'yes',
      isReported: true,
      asks: false,
      canChange: true,
    });
  });

  it('a logged-in user answers in the language of the account, whatever the browser asks for', async () => {
    const ada = await signUp(api, 'ada@example.com');
    await api.prisma.user.updateMany({ data: { language: 'de' } });
    ada.agent.jar.setCookie('language=ja; path=/', '127.0.0.1', '/');
    await answer(ada, true);
    expect((await rows()).map(({ language }) => language)).toEqual(['de']);
  });

  it('the answer no is stored for 180 days, without a value that identifies the browser', async () => {
    const visitor = await api.visit();
    const reply = await answer(visitor, false);
    expect(cookiesOf(reply)).toEqual([expect.stringMatching(/^observe=no; Max-Age=15552000; Path=\/;/)]);
    expect(await rows()).toMatchObject([{ isYes: false, endedAt: null }]);
    expect(await page(visitor)).toMatchObject({
      observing: 'no',
      isReported: false,
      asks: false,
      canChange: true,
    });
  });

  it('a withdrawal ends the answer yes, and removes the monitoring cookie from the browser', async () => {
    const visitor = await api.visit();
    await answer(visitor, true);
    visitor.agent.jar.setCookie('_dd_s_v2=id=1; path=/', '127.0.0.1', '/');
    const reply = await answer(visitor, false);
    expect(cookiesOf(reply)).toEqual([
      expect.stringContaining('observe=no;'),
      expect.stringMatching(/^_dd_s_v2=; Path=\/; Expires=Thu, 01 Jan 1970/),
    ]);
    const [yes, no] = await rows();
    expect([yes?.isYes, yes?.endedAt !== null, no?.isYes, no?.endedAt]).toEqual([true, true, false, null]);
    expect((await page(visitor)).isReported).toBe(false);
  });

  it('Global Privacy Control counts as no, and overrides an earlier or a new yes', async () => {
    const visitor = await api.visit();
    await answer(visitor, true);
    const gpc = { 'sec-gpc': '1' };
    expect(await page(visitor, gpc)).toMatchObject({ observing: 'gpc', isReported: false, asks: false });
    const reply = await answer(visitor, true).set(gpc);
    expect(cookiesOf(reply)[0]).toMatch(/^observe=no;/);
    expect((await rows()).map(({ isYes }) => isYes)).toEqual([true, false]);
  });

  it.each([
    ['a yes to another text', `yes.2020-01-01.0197a0de-0000-7000-8000-000000000001`],
    ['a yes without the id of its row', `yes.${OBSERVE_TEXT_VERSION}`],
    ['an SQL injection', `yes.${OBSERVE_TEXT_VERSION}.%27%20OR%20true`],
    ['an unknown value', 'maybe'],
  ])('%s is not accepted as an answer', async (_name, value) => {
    expect(await page(await api.visit({ observe: value }))).toMatchObject({
      observing: 'ask',
      isReported: false,
    });
  });

  it('a call from another site or without the CSRF token is rejected', async () => {
    const visitor = await api.visit();
    const foreign = await answer(visitor, true).set('origin', 'https://evil.test');
    const bare = await api.http.post(endpoints.observeConsent.path).send({ isAllowed: true });
    expect([foreign.status, bare.status]).toEqual([403, 403]);
    expect(await rows()).toEqual([]);
  });

  it('an invalid answer is rejected', async () => {
    const visitor = await api.visit();
    const reply = await visitor.post(endpoints.observeConsent.path, { isAllowed: 'yes' });
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([400, 'ValidationFailed']);
  });

  it('three concurrent withdrawals succeed, and leave no valid yes', async () => {
    const visitor = await api.visit();
    await answer(visitor, true);
    const replies = await Promise.all([
      answer(visitor, false),
      answer(visitor, false),
      answer(visitor, false),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const open = (await rows()).filter(({ isYes, endedAt }) => isYes && endedAt === null);
    expect(open).toEqual([]);
  });
});

describe('if monitoring and analytics are off', () => {
  it('a page neither names nor allows the services, asks nothing, and removes old cookies', async () => {
    const api = await TestApi.start({
      ...configured,
      OBSERVE_CONSENT: 'off',
      PUBLIC_URL: 'https://account.portal.test',
    });
    try {
      const reply = await api.http.get('/login').set({ accept: 'text/html', cookie: '_dd_s=aid=1' });
      expect(OTHERS.test(String(reply.headers['content-security-policy']) + reply.text)).toBe(false);
      expect(valuesIn(reply).observing).toBeUndefined();
      expect(reply.text).not.toMatch(/May we\?|Choices/);
      expect(cookiesOf(reply).filter((cookie) => cookie.startsWith('_dd_s='))).toEqual([
        expect.not.stringContaining('Domain'),
        expect.stringContaining('Domain=account.portal.test;'),
        expect.stringContaining('Domain=portal.test;'),
      ]);
    } finally {
      await api.stop();
    }
  });
});

describe('if the operator has not set whether to ask visitors', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ ...configured, SEGMENT_REGION: 'eu' });
  });
  afterAll(() => api.stop());

  it('monitoring and analytics start as configured, in the region of the workspace', async () => {
    const reply = await api.http.get('/login').set({ accept: 'text/html', 'sec-gpc': '1' });
    expect(valuesIn(reply)).toMatchObject({
      monitoring: { applicationId: 'app' },
      analytics: { writeKey: 'key', apiHost: 'events.eu1.segmentapis.com/v1' },
    });
    expect(reply.headers['content-security-policy']).toContain(
      'https://cdn.segment.com https://events.eu1.segmentapis.com;',
    );
    expect(reply.headers['content-security-policy']).not.toContain('api.segment.io');
  });

  it('an answer gets 404', async () => {
    expect((await answer(await api.visit(), true)).status).toBe(404);
  });
});
