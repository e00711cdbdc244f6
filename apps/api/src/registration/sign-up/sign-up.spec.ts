import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

describe('POST /register-by-email', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const registrations = () => api.prisma.registration.findMany();

  it('stores the answers and mails one link to the normalized address', async () => {
    const visitor = await api.visit();
    const reply = await visitor.post('/register-by-email', signUpBody({ email: '  ADA@Example.com ' }));
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({ message: 'Check your email', user: { email: 'ada@example.com' } });
    expect(await registrations()).toMatchObject([
      { address: 'ada@example.com', plan: 'free', company: 'Analytical Events', hasOptedIn: true },
    ]);
    expect(await api.queuedMails()).toMatchObject([
      { kind: 'verify-email', to: 'ada@example.com', content: { firstName: 'Ada', plan: 'free' } },
    ]);
  });

  it('leaves no usable link in the database while the mail is queued', async () => {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody());
    const token = await api.mailedToken('ada@example.com', 'verify-email');
    const { rows } = await api.pool.query<{ dump: string }>(`
      SELECT (SELECT string_agg(j::text, '') FROM pgboss.job j) || (SELECT string_agg(l::text, '') FROM one_time_links l)
             AS dump`);
    expect(rows[0]?.dump).not.toContain(token);
    expect(rows[0]?.dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('uses the latest answers of a browser, and sends no second mail within the cooldown', async () => {
    const visitor = await api.visit();
    await visitor.post('/register-by-email', signUpBody({ company: 'First' }));
    await visitor.post(
      '/register-by-email',
      signUpBody({ company: 'Second', plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' }),
    );
    expect(await registrations()).toMatchObject([{ company: 'Second', plan: 'pro' }]);
    expect(await api.queuedMails()).toHaveLength(1);
  });

  it('creates one registration and one mail for 8 concurrent calls in different letter case, with one response', async () => {
    const visitor = await api.visit();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, position) =>
        visitor.post('/register-by-email', signUpBody({ email: inLetterCase('ada@example.com', position) })),
      ),
    );
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(await registrations()).toHaveLength(1);
    expect(await api.queuedMails()).toHaveLength(1);
  });

  it('gives 6 concurrent calls for an existing account the usual response, sends one mail, and stores nothing', async () => {
    await signUp(api, 'ada@example.com');
    const first = await api.visit();
    const fresh = await first.post('/register-by-email', signUpBody({ email: 'new@example.com' }));
    await api.queuedMails();
    await api.pool.query('DELETE FROM pgboss.job');

    const visitors = await Promise.all(Array.from({ length: 6 }, () => api.visit()));
    const replies = await Promise.all(
      visitors.map((visitor, position) =>
        visitor.post('/register-by-email', signUpBody({ email: inLetterCase('ada@example.com', position) })),
      ),
    );
    const asForAda = fresh.text.replace('new@example.com', 'ada@example.com');
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([fresh.status, asForAda]);
    expect((await registrations()).map((one) => one.address)).toEqual(['new@example.com']);
    expect(await api.queuedMails()).toMatchObject([{ kind: 'already-registered', to: 'ada@example.com' }]);
    const login = await (
      await api.visit()
    ).post('/login', { email: 'ada@example.com', password: GOOD_PASSWORD });
    expect(login.status).toBe(200);
  });

  it.each([
    ['a missing field', { first_name: undefined }, 'first_name'],
    ['an empty field', { last_name: '   ' }, 'last_name'],
    ['a field that is too long', { company: 'x'.repeat(10_000) }, 'company'],
    ['a number', { first_name: 7 }, 'first_name'],
    ['an array', { phone: ['1'] }, 'phone'],
    ['null', { company: null }, 'company'],
    ['a name without a visible character', { first_name: '\u200b\u3164' }, 'first_name'],
    ['an invalid address', { email: 'ada@example' }, 'email'],
    ['an invisible character in an address', { email: 'a\u200bda@example.com' }, 'email'],
    ['an unknown business type', { business_type: 'admin' }, 'business_type'],
    ['an unknown country', { country_code: 'ZZ' }, 'country_code'],
    ['a country from the object prototype', { country_code: '__proto__' }, 'country_code'],
    ['a state of another country', { state_code: 'ON' }, 'state_code'],
    ['a missing state in a country with states', { state_code: '' }, 'state_code'],
    [
      'a state in a country without states',
      { country_code: 'DE', country_integration_value: 'DE' },
      'state_code',
    ],
    [
      'the integration value of another country',
      { country_integration_value: 'CA' },
      'country_integration_value',
    ],
    [
      'a hotel without a meeting space',
      { business_type: 'hotel', form_type: 'PROPERTY_REGISTRATION' },
      'sq_ft',
    ],
    ['an unknown meeting space', { sq_ft: 'huge' }, 'sq_ft'],
    ['a form type of another kind of business', { form_type: 'PROPERTY_REGISTRATION' }, 'form_type'],
    ['a refusal of implied consent', { opt_in: 'No' }, 'opt_in'],
    ['an unknown plan', { plan: 'gold' }, 'plan'],
  ])('rejects %s, names the field, and stores nothing [asvs 2.2.1, 2.2.2]', async (_name, changes, field) => {
    const visitor = await api.visit();
    const reply = await visitor.post('/register-by-email', signUpBody(changes));
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'ValidationFailed', fields: { [field]: expect.any(String) } });
    expect(await registrations()).toEqual([]);
    expect(await api.queuedMails()).toEqual([]);
  });

  it('removes invisible characters from a name: no line breaks, no reversed text [asvs 1.2.1, 1.3.11]', async () => {
    const visitor = await api.visit();
    const names = {
      first_name: 'Ada\r\nBcc: x\u200b',
      last_name: '\u202eecalevoL\u202c',
      company: 'می\u200cخواهم',
    };
    expect((await visitor.post('/register-by-email', signUpBody(names))).status).toBe(201);
    expect(await registrations()).toMatchObject([
      { firstName: 'Ada Bcc: x', lastName: 'ecalevoL', company: names.company },
    ]);
  });

  it('sends one mail to one mailbox, however its domain is spelled', async () => {
    const visitor = await api.visit();
    for (const email of [
      'ada@exämple.com',
      'ADA@EXÄMPLE.COM',
      'ada@exa\u0308mple。com',
      'ada@ｅxämple.com',
      'ada@xn--exmple-cua.com',
    ])
      expect((await visitor.post('/register-by-email', signUpBody({ email }))).status).toBe(201);
    expect(await registrations()).toMatchObject([{ address: 'ada@xn--exmple-cua.com' }]);
    expect(await api.queuedMails()).toMatchObject([{ to: 'ada@xn--exmple-cua.com' }]);
  });

  it.each(['role', 'team_id', 'verified', 'id'])(
    'rejects the extra field %s [asvs 15.3.3]',
    async (field) => {
      const visitor = await api.visit();
      const body = JSON.stringify(signUpBody()).replace('{', `{${JSON.stringify(field)}:{"admin":true},`);
      const reply = await visitor.post('/register-by-email', body);
      expect(reply.status).toBe(400);
      expect(await registrations()).toEqual([]);
    },
  );

  it.each(['__proto__', 'constructor'])(
    'ignores %s, which pollutes no prototype [asvs 1.5.2, 15.3.6]',
    async (field) => {
      const visitor = await api.visit();
      await visitor.post(
        '/register-by-email',
        JSON.stringify(signUpBody()).replace('{', `{"${field}":{"plan":"pro"},`),
      );
      expect(await registrations()).toMatchObject([{ plan: 'free' }]);
      expect(({} as { plan?: string }).plan).toBeUndefined();
    },
  );

  it('accepts and drops _csrf in the body', async () => {
    const visitor = await api.visit();
    const { body } = await visitor.get('/session');
    const reply = await visitor.agent
      .post('/register-by-email')
      .send({ ...signUpBody(), _csrf: (body as { csrfToken: string }).csrfToken });
    expect(reply.status).toBe(201);
  });

  it.each([
    [
      'a body of a megabyte',
      'application/json',
      JSON.stringify({ first_name: 'x'.repeat(1_000_000) }),
      413,
      'BodyTooLarge',
    ],
    ['broken JSON', 'application/json', '{"first_name":', 400, 'MalformedBody'],
    ['a JSON string', 'application/json', '"hello"', 400, 'MalformedBody'],
    ['a JSON array', 'application/json', '[]', 400, 'ValidationFailed'],
    ['plain text', 'text/plain', JSON.stringify(signUpBody()), 415, 'UnsupportedMediaType'],
    ['a form', 'application/x-www-form-urlencoded', 'first_name=Ada', 415, 'UnsupportedMediaType'],
  ])('rejects %s with a JSON problem', async (_name, contentType, text, status, code) => {
    const visitor = await api.visit();
    const reply = await visitor.post('/register-by-email', text).set('content-type', contentType);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ code, message: expect.any(String) });
    expect(await registrations()).toEqual([]);
  });
});

function inLetterCase(email: string, seed: number): string {
  return [...email]
    .map((letter, position) => ((seed >> (position % 5)) & 1 ? letter.toUpperCase() : letter))
    .join('');
}
