import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildResponse, postable } from '@foyer/testing/test-idp';
import { TestApi } from '../../test-support/test-api.ts';
import {
  AttackedCompanies,
  NORA,
  respond,
  VICTIM,
  type SignIn,
} from '../../test-support/saml/test-attack-company.ts';
import { attacks, heavyDocuments, spoiledForms } from '../../test-support/saml/test-attack-messages.ts';
import {
  seededRandom,
  spoiledSignatures,
  wrapAtRandom,
  wrappings,
} from '../../test-support/saml/test-attack-wrappings.ts';
import { verifyResponse } from './saml-library.ts';
import { readXml } from './xml-document.ts';

const REPLAYS = 20;
const FUZZ_SEED = 20_261_121;
const FUZZ_BATCHES = 15;
const FUZZ_BATCH_SIZE = 10;
/** docs/security.md 3.2, "Parser DoS" */
const MAX_BUSY_MS = 500;

let api: TestApi;
let companies: AttackedCompanies;

beforeAll(async () => {
  api = await TestApi.start();
  companies = await AttackedCompanies.of(api);
});
afterAll(() => api.stop());
beforeEach(() => companies.recreate());

type Traces = Awaited<ReturnType<AttackedCompanies['traces']>>;
type Reply = { status: number; headers: Record<string, string>; text: string };

async function expectRefused(reply: Reply, before: Traces, page = '/saml-error'): Promise<void> {
  expect({ status: reply.status, location: reply.headers['location'] }).toEqual({
    status: 303,
    location: page,
  });
  expect(reply.text).not.toMatch(/samlp?:/);
  expect(await companies.traces()).toEqual(before);
}

const isHome = (reply: Reply) =>
  reply.status === 303 && reply.headers['location'] === 'http://product.test/home';

describe('a valid response signs the user in', () => {
  it.each(['acme', 'plain', 'eager'] as const)('at the company %s', async (name) => {
    const signIn = await companies.begin(companies[name]);
    const reply = await companies.answer(signIn, respond(signIn, { sign: { response: name !== 'plain' } }));
    expect(isHome(reply)).toBe(true);
    expect(await companies.traces()).toMatchObject({ sessions: 1, identities: 1, used: 1 });
  });

  it.each([
    ['becomes valid in 50 seconds', { notBeforeIn: 50 }],
    ['expired 50 seconds ago', { notOnOrAfterIn: -50, confirmationNotOnOrAfterIn: -50 }],
    [
      'names our audience among others',
      {
        beforeSigning: (xml: string) =>
          xml.replace('<saml:Audience>', '<saml:Audience>https://other.test</saml:Audience>$&'),
      },
    ],
  ])('when it %s', async (_what, options) => {
    const signIn = await companies.begin();
    expect(isHome(await companies.answer(signIn, respond(signIn, options)))).toBe(true);
  });
});

describe('a response is rejected when', () => {
  it.each(attacks)('$what', async ({ check, at = 'acme', page, answer }) => {
    const signIn = await companies.begin(companies[at]);
    const xml = await answer(signIn, companies);
    const before = await companies.traces();
    await expectRefused(await companies.answer(signIn, xml), before, page);
    if (check) expect(await companies.rejections()).toEqual([check]);
  });

  it.each(Object.entries(spoiledSignatures))('%s', async (_what, spoil) => {
    for (const [idp, response] of [
      [companies.acme, true],
      [companies.plain, false],
    ] as const) {
      const signIn = await companies.begin(idp);
      const signed = respond(signIn, { sign: { response } });
      const before = await companies.traces();
      await expectRefused(await companies.answer(signIn, spoil(signed)), before);
    }
  });
});

describe('a signature wrapping attack is rejected: [asvs 6.8.2]', () => {
  it.each(Object.entries(wrappings))('%s', async (_what, wrap) => {
    for (const [idp, sign] of [
      [companies.acme, { response: true, assertion: true }],
      [companies.plain, { response: false, assertion: true }],
      [companies.plain, { response: true, assertion: true }],
    ] as const) {
      const signIn = await companies.begin(idp);
      const before = await companies.traces();
      const wrapped = wrap(respond(signIn, { sign }));
      expect(wrapped).toContain(VICTIM);
      expect(() => readXml(wrapped)).not.toThrow();
      await expectRefused(await companies.answer(signIn, wrapped), before);
    }
  });

  it('hundreds of random variants', async () => {
    const random = seededRandom(FUZZ_SEED);
    for (const idp of [companies.acme, companies.plain]) {
      const signIn = await companies.begin(idp);
      const signed = respond(signIn, { sign: { response: idp === companies.acme } });
      for (let batch = 0; batch < FUZZ_BATCHES; batch++) {
        const wrapped = Array.from({ length: FUZZ_BATCH_SIZE }, () => wrapAtRandom(signed, random));
        const replies = await Promise.all(wrapped.map((xml) => companies.answer(signIn, xml)));
        expect(replies.map(({ headers }) => headers['location'])).toEqual(wrapped.map(() => '/saml-error'));
      }
    }
    expect(await companies.traces()).toMatchObject({ sessions: 0, identities: 0 });
  });

  it('by the library alone, which never treats a forged part as signed', async () => {
    const random = seededRandom(FUZZ_SEED + 1);
    for (const idp of [companies.acme, companies.plain]) {
      const isResponseSigned = idp === companies.acme;
      const connection = {
        entityId: idp.audience,
        acsUrl: idp.acsUrl,
        idpEntityId: idp.entityId,
        singleSignOnUrl: idp.ssoUrl,
        idpCertificates: [idp.certificate],
        isResponseSigned,
        isAssertionSigned: true,
        decryptionKeys: [],
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        isIdpInitiatedAllowed: false,
      };
      const requestId = '_asked';
      const signed = buildResponse(idp, {
        inResponseTo: requestId,
        email: NORA,
        sign: { response: isResponseSigned },
      });
      const verify = (xml: string) =>
        verifyResponse({ connection, response: postable(xml), requestId, now: new Date() });
      expect(await verify(signed)).toEqual(
        expect.objectContaining({ assertionXml: expect.stringContaining(NORA) }),
      );
      const wrapped = Array.from({ length: FUZZ_BATCHES * FUZZ_BATCH_SIZE }, () =>
        wrapAtRandom(signed, random),
      );
      for (const xml of [...Object.values(wrappings).map((wrap) => wrap(signed)), ...wrapped])
        expect((await verify(xml)).assertionXml ?? '').not.toContain(VICTIM);
    }
  });
});

describe('a form is rejected when', () => {
  it.each(Object.entries(spoiledForms))('%s', async (_what, spoil) => {
    const signIn = await companies.begin();
    const before = await companies.traces();
    const fields = { RelayState: signIn.relayState, ...spoil(respond(signIn)) };
    await expectRefused(await companies.post(signIn.browser, signIn.idp, fields), before);
  });

  const acs = '/saml/acme/acs';
  const form = (signIn: SignIn) =>
    new URLSearchParams({
      SAMLResponse: postable(respond(signIn)),
      RelayState: signIn.relayState,
    }).toString();

  it.each<[string, (signIn: SignIn) => PromiseLike<Reply>]>([
    ['it is JSON', (signIn) => signIn.browser.post(acs).send({ SAMLResponse: postable(respond(signIn)) })],
    [
      'it is JSON that claims to be a form',
      (signIn) =>
        signIn.browser
          .post(acs)
          .type('form')
          .send(JSON.stringify({ SAMLResponse: 'x' })),
    ],
    [
      'it is a multipart form',
      (signIn) => signIn.browser.post(acs).field('SAMLResponse', postable(respond(signIn))),
    ],
    ['it is plain text', (signIn) => signIn.browser.post(acs).type('text/plain').send(form(signIn))],
    [
      'it has another type',
      (signIn) => signIn.browser.post(acs).type('application/octet-stream').send(form(signIn)),
    ],
    ['it is empty', (signIn) => signIn.browser.post(acs).type('form')],
    [
      'the URL has a query too',
      (signIn) => signIn.browser.post(`${acs}?a=b`).type('form').send(form(signIn)),
    ],
    ['all its fields are in the URL', (signIn) => signIn.browser.post(`${acs}?${form(signIn)}`).type('form')],
    [
      'it has 1 MB',
      (signIn) =>
        signIn.browser
          .post(acs)
          .set('accept', 'text/html')
          .type('form')
          .send(`${form(signIn)}&x=${'x'.repeat(1_000_000)}`),
    ],
    [
      'it has 200 KB',
      (signIn) =>
        signIn.browser
          .post(acs)
          .set('accept', 'text/html')
          .type('form')
          .send(`${form(signIn)}&x=${'x'.repeat(200_000)}`),
    ],
    [
      'the identity provider does not exist',
      (signIn) => signIn.browser.post('/saml/nobody/acs').type('form').send(form(signIn)),
    ],
    [
      'the identity provider has an odd name',
      (signIn) => signIn.browser.post('/saml/%00..%2f/acs').type('form').send(form(signIn)),
    ],
  ])('%s', async (_what, post) => {
    const signIn = await companies.begin();
    const before = await companies.traces();
    await expectRefused(await post(signIn), before);
    expect(await companies.rejections()).toEqual(['form']);
  });

  it.each(['get', 'put', 'delete', 'patch', 'options'] as const)(
    'it is sent by %s, and the user stays logged in',
    async (method) => {
      const signIn = await companies.begin();
      expect(isHome(await companies.answer(signIn, respond(signIn)))).toBe(true);
      const before = await companies.traces();
      const message = new URLSearchParams({
        SAMLRequest: postable('<samlp:LogoutRequest/>'),
        SAMLResponse: postable('<samlp:Response/>'),
      });
      const reply = await signIn.browser[method](`/saml/acme/acs?${message}`).redirects(0);
      expect([200, 204, 404, 405]).toContain(reply.status);
      expect(await companies.traces()).toEqual(before);
      const { body } = await signIn.browser.get('/session');
      expect(body).toMatchObject({ user: { email: NORA } });
    },
  );
});

describe('a browser', () => {
  it.each([
    ['without the cookie', undefined],
    ['with a made-up cookie', 'x'.repeat(300)],
    ['with a cookie that is too short', 'x'],
    ['with a cookie that cannot be decoded', '%00'],
  ])('%s cannot use a response that was meant for another browser', async (_what, text) => {
    const signIn = await companies.begin();
    const before = await companies.traces();
    const post = api.http.post('/saml/acme/acs').type('form').redirects(0);
    if (text) void post.set('cookie', `saml-${signIn.relayState}=${text}`);
    const reply = await post.send({ SAMLResponse: postable(respond(signIn)), RelayState: signIn.relayState });
    await expectRefused(reply, before);
    expect(await companies.rejections()).toEqual(['request']);
    expect(isHome(await companies.answer(signIn, respond(signIn)))).toBe(true);
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/settings/security',
    'x'.repeat(5_000),
  ])('is not redirected to the RelayState %s', async (relayState) => {
    const signIn = await companies.begin();
    const reply = await companies.answer({ ...signIn, relayState }, respond(signIn));
    expect(reply.headers['location']).toMatch(/^(http:\/\/product\.test\/home|\/saml-error)$/);
  });

  it('that started at the identity provider is not redirected to the RelayState', async () => {
    const { agent } = await api.visit();
    const signIn = { idp: companies.eager, browser: agent, requestId: '', relayState: 'https://evil.test/' };
    const reply = await companies.answer(
      signIn,
      buildResponse(companies.eager, { email: 'nora@eager.test' }),
    );
    expect(isHome(reply)).toBe(true);
  });
});

describe('an assertion is accepted only once', () => {
  it('when it is posted repeatedly', async () => {
    const signIn = await companies.begin();
    const xml = respond(signIn);
    expect(isHome(await companies.answer(signIn, xml))).toBe(true);
    const before = await companies.traces();
    for (let count = 0; count < 3; count++) await expectRefused(await companies.answer(signIn, xml), before);
  });

  it(`when it is posted ${REPLAYS} times concurrently`, async () => {
    const signIn = await companies.begin();
    const xml = respond(signIn);
    const replies = await Promise.all(Array.from({ length: REPLAYS }, () => companies.answer(signIn, xml)));
    expect(replies.filter(isHome)).toHaveLength(1);
    expect(replies.filter(({ headers }) => headers['location'] === '/saml-error')).toHaveLength(REPLAYS - 1);
    expect(await companies.traces()).toMatchObject({ sessions: 1, identities: 1, used: 1 });
  });

  it('even when its second post answers another sign-in of the same browser', async () => {
    const signIn = await companies.begin();
    const assertionId = '_same';
    expect(isHome(await companies.answer(signIn, respond(signIn, { assertionId })))).toBe(true);
    const before = await companies.traces();
    const again = await companies.begin(companies.acme, signIn.browser);
    await expectRefused(await companies.answer(again, respond(again, { assertionId })), before);
  });

  it(`even when it is unsolicited and posted ${REPLAYS} times concurrently`, async () => {
    const { agent } = await api.visit();
    const signIn = { idp: companies.eager, browser: agent, requestId: '', relayState: '' };
    const xml = buildResponse(companies.eager, { email: 'nora@eager.test' });
    const replies = await Promise.all(Array.from({ length: REPLAYS }, () => companies.answer(signIn, xml)));
    expect(replies.filter(isHome)).toHaveLength(1);
    expect(await companies.traces()).toMatchObject({ sessions: 1, identities: 1, used: 1 });
  });

  it('and invalid responses with its request’s ID do not use up the request', async () => {
    const signIn = await companies.begin();
    for (const sign of [{ response: false, assertion: false }, { response: false }, { assertion: false }])
      await companies.answer(signIn, respond(signIn, { sign, email: VICTIM }));
    expect(isHome(await companies.answer(signIn, respond(signIn)))).toBe(true);
  });
});

describe('a form that is too large', () => {
  const asProgram = async (fields: string) => {
    const signIn = await companies.begin();
    const before = await companies.traces();
    const reply = await signIn.browser
      .post('/saml/acme/acs')
      .set('accept', '*/*')
      .type('form')
      .send(fields.replace('{relayState}', signIn.relayState));
    expect(await companies.traces()).toEqual(before);
    return [reply.status, (reply.body as { code?: string }).code];
  };
  const encode = (xml: string) => encodeURIComponent(postable(xml));

  it('gets an error status when a program sends it', async () => {
    expect(await asProgram(`SAMLResponse=${'x'.repeat(200_000)}`)).toEqual([413, 'BodyTooLarge']);
    expect(await asProgram(`RelayState={relayState}&SAMLResponse=${encode('<a>'.repeat(20_000))}`)).toEqual([
      400,
      'MalformedBody',
    ]);
  });

  it('is not decoded when it is unsolicited, except where that is allowed', async () => {
    const bomb = postable('<a>'.repeat(20_000));
    for (const idp of [companies.acme, companies.eager])
      await companies.post((await api.visit()).agent, idp, { SAMLResponse: bomb });
    expect(await companies.rejections()).toEqual(['request', 'xml']);
  });
});

describe('a document that is expensive to parse', () => {
  it.each(Object.entries(heavyDocuments))(
    'is rejected before it delays other requests: %s',
    async (_what, write) => {
      const xml = write();
      let busyMs = Infinity;
      // Jest's garbage collection can add time to one run. A real delay for other requests shows in every run.
      for (let tries = 0; tries < 3 && busyMs >= MAX_BUSY_MS; tries++) {
        const signIn = await companies.begin();
        const before = await companies.traces();
        const startedAt = process.threadCpuUsage();
        const [reply] = await Promise.all([
          companies.answer(signIn, xml),
          api.http.get('/healthz').expect(200),
        ]);
        // Counts only the processor time of this thread, so other load does not change the result.
        const { user, system } = process.threadCpuUsage(startedAt);
        busyMs = (user + system) / 1000;
        await expectRefused(reply, before);
      }
      expect(busyMs).toBeLessThan(MAX_BUSY_MS);
      expect(new Set(await companies.rejections())).toEqual(new Set(['xml']));
    },
  );
});
