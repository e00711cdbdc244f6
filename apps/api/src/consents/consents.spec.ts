import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CONSENT_TEXTS_VERSION } from '@foyer/catalog/consents';
import { toFieldsByPlace } from '@foyer/contracts/place';
import { profileReply } from '@foyer/contracts/account/profile';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { passwordBody } from '../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(() => api.empty());

const consents = () =>
  api.prisma.consent.findMany({
    orderBy: [{ what: 'asc' }, { at: 'asc' }],
    select: { what: true, how: true, textVersion: true, language: true, withdrawnAt: true },
  });

const reading = (visitor: Visitor, language: string) =>
  visitor.agent.jar.setCookie(`language=${language}; path=/`, '127.0.0.1', '/');

const from = (countryCode: string, optIn: boolean, stateCode = '') => ({
  country_code: countryCode,
  state_code: stateCode,
  ...toFieldsByPlace({ countryCode, stateCode, optIn }),
});

describe('the consent at a sign-up', () => {
  const register = async (changes: Parameters<typeof signUpBody>[0], language = 'en') => {
    const visitor = await api.visit();
    reading(visitor, language);
    expect((await visitor.post('/register-by-email', signUpBody(changes))).status).toBe(201);
    return visitor;
  };
  const setPassword = async (visitor: Visitor, body: object = {}) => {
    const token = await api.mailedToken(EMAIL, 'verify-email');
    const reply = await visitor.post(`/reset-password?resetToken=${token}`, { ...passwordBody(), ...body });
    expect(reply.status).toBe(200);
  };

  it.each([
    ['a ticked box', from('DE', true), ['marketing ticked', 'terms contract']],
    ['an empty box', from('DE', false), ['terms contract']],
    [
      'a country where marketing consent is implied',
      from('US', false, 'CA'),
      ['marketing implied', 'terms contract'],
    ],
  ])('is stored for %s', async (_, changes, expected) => {
    const visitor = await register(changes);
    expect(await consents()).toEqual([]);
    await setPassword(visitor);
    const kept = await consents();
    expect(kept.map(({ what, how }) => `${what} ${how}`)).toEqual(expected);
    expect(kept.every(({ textVersion }) => textVersion === CONSENT_TEXTS_VERSION)).toBe(true);
  });

  it('has the language and the time of the form, not of the browser that opens the link', async () => {
    const visitor = await register(from('DE', true), 'de');
    await api.pool.query(
      "UPDATE registrations SET updated_at = '2026-01-02T03:04:05Z', text_version = '2026-01'",
    );
    reading(visitor, 'ja');
    await setPassword(visitor);
    const kept = await api.prisma.consent.findMany();
    expect(kept).toHaveLength(2);
    for (const { language, textVersion, at } of kept)
      expect([language, textVersion, at.toISOString()]).toEqual([
        'de',
        '2026-01',
        '2026-01-02T03:04:05.000Z',
      ]);
  });

  it('is taken from the page of the link if the user changed the answers there', async () => {
    const visitor = await register(from('DE', true), 'de');
    await api.pool.query("UPDATE registrations SET text_version = '2026-01'");
    reading(visitor, 'ja');
    const { form_type: _form, email: _email, ...answers } = signUpBody(from('DE', false));
    await setPassword(visitor, { answers });
    expect(await consents()).toMatchObject([
      { what: 'terms', language: 'ja', textVersion: CONSENT_TEXTS_VERSION },
    ]);
  });

  it('names the documents of the terms', async () => {
    await setPassword(await register({}));
    const { about } = await api.prisma.consent.findFirstOrThrow({ where: { what: 'terms' } });
    expect(about).toBe('https://example.com/terms https://example.com/website-terms');
  });
});

describe('a later change of the marketing consent', () => {
  it('stores one consent after the other, each with the time of its withdrawal', async () => {
    const ada = await signUp(api, EMAIL);
    const {
      email: _,
      managed_by: __,
      ...profile
    } = profileReply.parse((await ada.get('/settings/profile/details')).body);
    for (const isWanted of [false, true, true, false]) {
      const reply = await ada.patch('/settings/profile', { ...profile, ...from('DE', isWanted) });
      expect(reply.status).toBe(200);
    }
    const kept = (await consents()).filter(({ what }) => what === 'marketing');
    expect(kept.map(({ how, withdrawnAt }) => [how, withdrawnAt !== null])).toEqual([
      ['implied', true],
      ['ticked', true],
    ]);
  });

  it('have the language of the account, whose page the user reads, and not of the browser', async () => {
    const ada = await signUp(api, EMAIL);
    await api.prisma.user.updateMany({ data: { language: 'de' } });
    reading(ada, 'ja');
    const {
      email: _,
      managed_by: __,
      ...profile
    } = profileReply.parse((await ada.get('/settings/profile/details')).body);
    for (const isWanted of [false, true])
      await ada.patch('/settings/profile', { ...profile, ...from('DE', isWanted) });
    const kept = (await consents()).filter(({ withdrawnAt }) => withdrawnAt === null);
    expect(kept.map(({ what, language }) => [what, language])).toEqual([
      ['marketing', 'de'],
      ['terms', 'en'],
    ]);
  });
});

it('the consents are deleted with the user', async () => {
  await signUp(api, EMAIL);
  await api.prisma.team.updateMany({ data: { ownerId: null } });
  await api.prisma.user.deleteMany();
  expect(await api.prisma.consent.count()).toBe(0);
});
