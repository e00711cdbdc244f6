import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { limits } from '../config/limits.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';
import { passwordBody } from '../test-support/test-bodies.ts';
import { advanceLimits } from '../test-support/test-limits.ts';

const EMAIL = 'ada@example.com';
const STRANGERS = 4;

function answers(changes: Parameters<typeof signUpBody>[0] = {}) {
  const { form_type: _form, email: _email, ...rest } = signUpBody(changes);
  return rest;
}

describe('registrations of one address', () => {
  let api: TestApi;
  let owner: Visitor;
  let stranger: Visitor;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.empty();
    [owner, stranger] = [await api.visit(), await api.visit()];
  });

  const register = (visitor: Visitor, changes = {}) =>
    visitor.post('/register-by-email', signUpBody(changes));
  const companies = async () =>
    (await api.prisma.registration.findMany({ orderBy: { id: 'asc' } })).map((one) => one.company);
  const link = async (token: string) =>
    (await api.http.get(`/password-link?resetToken=${token}`)).body as PasswordLinkReply;
  const setPassword = (token: string, body: object = {}) =>
    owner.post(`/reset-password?resetToken=${token}`, { ...passwordBody(), ...body });
  const waitPasses = () => advanceLimits(api, 121);

  it('can be changed by the browser that sent them, and coexist with those of other browsers', async () => {
    await register(owner, { company: 'Hers' });
    await register(stranger, { company: 'Not hers' });
    await register(owner, { company: 'Hers, corrected' });
    expect(await companies()).toEqual(['Hers, corrected', 'Not hers']);
  });

  it("store only a hash of the browser's cookie, which is not the hash of a session", async () => {
    await register(owner);
    const [{ browserHash } = { browserHash: new Uint8Array() }] = await api.prisma.registration.findMany();
    expect(browserHash).toHaveLength(32);
    const token = await api.mailedToken(EMAIL, 'verify-email');
    await setPassword(token);
    await owner.refreshCsrfToken();
    await register(owner, { email: 'second@example.com' });
    const { rows } = await api.pool.query(
      'SELECT FROM registrations JOIN sessions ON token_hash = browser_hash',
    );
    expect(rows).toEqual([]);
  });

  it('by a stranger do not change the account that the user’s own link creates', async () => {
    await register(owner, { company: 'Hers' });
    const token = await api.mailedToken(EMAIL, 'verify-email');
    await waitPasses();
    await register(stranger, { company: 'Not hers', plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' });
    expect(await link(token)).toMatchObject({ state: 'valid', plan: 'free', answers: { company: 'Hers' } });
    expect((await setPassword(token)).body).toMatchObject({ plan: 'free' });
    expect(await api.prisma.team.findMany()).toMatchObject([{ name: 'Hers', hasIncompleteBilling: false }]);
    expect(await companies()).toEqual([]);
  });

  it("create the account that the link's page showed last, regardless of who filled in the form", async () => {
    await register(stranger, {
      company: 'Not hers',
      plan: 'pro',
      form_type: 'FREEMIUM_SUCCESS_PRO',
      opt_in: 'Yes',
    });
    const token = await api.mailedToken(EMAIL, 'verify-email');
    const changed = answers({
      first_name: 'Augusta',
      company: 'Hers',
      country_code: 'CA',
      country_integration_value: 'CA',
      state_code: 'ON',
      state_integration_value: 'ON',
      opt_in: 'No',
      plan: 'free',
    });
    const reply = await setPassword(token, { answers: changed });
    expect(reply.body).toEqual({ message: 'Password created', user: { email: EMAIL }, plan: 'free' });
    expect(await api.prisma.user.findMany({ include: { team: true } })).toMatchObject([
      {
        email: EMAIL,
        firstName: 'Augusta',
        company: 'Hers',
        countryCode: 'CA',
        hasOptedIn: false,
        team: { name: 'Hers', hasIncompleteBilling: false },
      },
    ]);
  });

  it('create the account that was shown, even if a stranger then changes the answers', async () => {
    await register(stranger, { company: 'As shown' });
    const token = await api.mailedToken(EMAIL, 'verify-email');
    const shown = (await link(token)).answers;
    await register(stranger, { company: 'Changed behind her back' });
    const { country_code, state_code } = signUpBody();
    await setPassword(token, {
      answers: { ...shown, country_integration_value: country_code, state_integration_value: state_code },
    });
    expect(await api.prisma.team.findMany()).toMatchObject([{ name: 'As shown' }]);
  });

  it.each([
    ['an empty name', { first_name: ' ' }, 'first_name'],
    ['a state of another country', { state_code: 'ON' }, 'state_code'],
    ['a refusal of implied consent', { opt_in: 'No' }, 'opt_in'],
    ['an unknown plan', { plan: 'gold' }, 'plan'],
    ['another address', { email: 'eve@example.com' }, 'email'],
    ['a role', { role: 'admin' }, 'role'],
  ])('reject %s among the changed answers, as the sign-up form does', async (_name, changes, field) => {
    await register(owner);
    const token = await api.mailedToken(EMAIL, 'verify-email');
    const reply = await setPassword(token, { answers: { ...answers(), ...changes } });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'ValidationFailed', fields: { [field]: expect.any(String) } });
    expect(await link(token)).toMatchObject({ state: 'valid' });
  });

  it('are shown only by a live link, and a reset accepts no answers', async () => {
    await register(owner);
    const token = await api.mailedToken(EMAIL, 'verify-email');
    expect(Object.keys((await link(token)).answers ?? {}).sort()).toEqual(
      Object.keys(answers())
        .filter((name) => !name.endsWith('_integration_value'))
        .sort(),
    );
    await setPassword(token);
    expect(await link(token)).toEqual({ state: 'used', kind: 'create', email: EMAIL });
    await owner.refreshCsrfToken();
    await owner.post('/forgot-password', { email: EMAIL });
    const resetToken = await api.mailedToken(EMAIL, 'reset-password');
    expect(await link(resetToken)).toEqual({ state: 'valid', kind: 'reset', email: EMAIL });
    expect((await setPassword(resetToken, { answers: answers() })).status).toBe(400);
  });

  it(`are stored for ${limits.registrations.size} browsers a day; more get the same response and replace none`, async () => {
    const first = await register(owner, { company: 'Hers' });
    const token = await api.mailedToken(EMAIL, 'verify-email');
    await api.pool.query(
      `INSERT INTO registrations SELECT (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'browser_hash', '\\x' || encode(sha256(n::text::bytea), 'hex')))).*
         FROM registrations r, generate_series(2, $1) n`,
      [limits.registrations.size],
    );
    const reply = await register(stranger, { company: 'One too many' });
    expect([reply.status, reply.text]).toEqual([first.status, first.text]);
    expect(await api.prisma.registration.count()).toBe(limits.registrations.size);
    await register(owner, { company: 'Hers, corrected' });
    expect(await link(token)).toMatchObject({ answers: { company: 'Hers, corrected' } });
    await api.pool.query("UPDATE registrations SET updated_at = now() - interval '25 hours'");
    await register(stranger, { company: 'The next day' });
    expect(await companies()).toContain('The next day');
  });

  it('are mailed again for the requesting browser, or otherwise as in the last mail', async () => {
    await register(stranger, { company: 'Not hers' });
    await register(owner, { company: 'Hers' });
    const mailed = await api.mailedToken(EMAIL, 'verify-email');
    expect(await link(mailed)).toMatchObject({ answers: { company: 'Not hers' } });
    await waitPasses();
    await owner.post('/verify-email/resend', { email: EMAIL });
    const hers = await api.mailedToken(EMAIL, 'verify-email');
    expect(await link(hers)).toMatchObject({ answers: { company: 'Hers' } });
    expect(await link(mailed)).toMatchObject({ state: 'valid' });

    await advanceLimits(api);
    await register(await api.visit(), { company: 'Mailed last' });
    await api.queuedMails();
    await register(await api.visit(), { company: 'Never mailed' });
    await waitPasses();
    await (await api.visit()).post('/verify-email/resend', { email: EMAIL });
    expect(await link(await api.mailedToken(EMAIL, 'verify-email'))).toMatchObject({
      answers: { company: 'Mailed last' },
    });
  });

  it('are mailed even if a stranger requested mails before they existed', async () => {
    const forgets = async () => {
      await stranger.post('/verify-email/resend', { email: EMAIL });
      await api.queuedMails();
      await waitPasses();
    };
    for (let time = 0; time < 5; time++) await forgets();
    await register(owner);
    expect(await api.queuedMails()).toMatchObject([{ kind: 'verify-email', to: EMAIL }]);
  });

  describe(`while ${STRANGERS} strangers request everything for the address`, () => {
    async function storm(): Promise<void> {
      const strangers = await Promise.all(Array.from({ length: STRANGERS }, () => api.visit()));
      await Promise.all(
        strangers.flatMap((one, number) => [
          register(one, { company: `Stranger ${number}`, plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' }),
          one.post('/verify-email/resend', { email: EMAIL }),
          one.post('/forgot-password', { email: EMAIL }),
        ]),
      );
    }
    const mailKinds = async () => (await api.queuedMails()).map(({ kind }) => kind).sort();

    it('a pending sign-up is mailed once, keeps its answers and becomes the account', async () => {
      await register(owner, { company: 'Hers' });
      const token = await api.mailedToken(EMAIL, 'verify-email');
      await storm();
      expect(await mailKinds()).toEqual(['verify-email']);
      expect(await link(token)).toMatchObject({ state: 'valid', plan: 'free', answers: { company: 'Hers' } });
      expect((await setPassword(token)).status).toBe(200);
      expect(await api.prisma.user.findMany()).toMatchObject([{ company: 'Hers' }]);
    });

    it('an account gets one mail per kind, keeps its links, and its user can still reset the password', async () => {
      await register(owner);
      await setPassword(await api.mailedToken(EMAIL, 'verify-email'));
      await advanceLimits(api);
      await api.pool.query('DELETE FROM pgboss.job');
      await owner.refreshCsrfToken();
      await owner.post('/forgot-password', { email: EMAIL });
      const mailed = await api.mailedToken(EMAIL, 'reset-password');
      await storm();
      expect(await mailKinds()).toEqual(['already-registered', 'reset-password']);
      expect(await link(mailed)).toMatchObject({ state: 'valid' });
      await waitPasses();
      await owner.post('/forgot-password', { email: EMAIL });
      const own = await api.mailedToken(EMAIL, 'reset-password');
      expect(own).not.toBe(mailed);
      expect((await setPassword(own, passwordBody('Another-Good-One-9!'))).status).toBe(200);
    });
  });
});
