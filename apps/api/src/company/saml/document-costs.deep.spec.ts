import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildResponse, makeTestIdp, postable, type TestIdp } from '@foyer/testing/test-idp';
import { compareCosts, send } from '../../test-support/http/test-processor-cost.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { AttackedCompanies, NORA } from '../../test-support/saml/test-attack-company.ts';
import { TestBrowser, type Begun } from '../../test-support/saml/test-browser.ts';
import { xmlBombs } from '../../test-support/saml/test-xml-bombs.ts';

/** The limit, as a multiple of the processor time of an honest document. */
const MOST = 5;
/** The limit for a document with a signature value of the company's key, which the library must verify. */
const MOST_OF_INSIDERS = 12;

let api: TestApi;
let companies: AttackedCompanies;
let stranger: TestIdp;
let browser: TestBrowser;
let begun: Begun;
beforeAll(async () => {
  api = await TestApi.start();
  companies = await AttackedCompanies.of(api);
  await companies.recreate();
  stranger = await makeTestIdp('stranger', { ...companies.acme, ...(await keyOf('stranger')) });
  browser = new TestBrowser(api);
  begun = await browser.begin(companies.acme);
});
afterAll(() => api.stop());

async function keyOf(name: string): Promise<Pick<TestIdp, 'privateKey' | 'certificate'>> {
  const { privateKey, certificate } = await makeTestIdp(name);
  return { privateKey, certificate };
}

function poster(xml: string, { relayState }: Begun, cookie: string): () => Promise<number> {
  const body = new URLSearchParams({ SAMLResponse: postable(xml), RelayState: relayState }).toString();
  const headers = { cookie, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  return () => send(api.url, { path: '/saml/acme/acs', headers, body });
}

/** The honest response signs in only once. Later copies are still fully verified before they are rejected as used. */
const ratioOf = (signer: TestIdp, make: (honest: string) => string, most: number) => {
  const answer = (by: TestIdp) =>
    buildResponse(by, { inResponseTo: begun.requestId, email: NORA, nameId: 'nora' });
  const honest = poster(answer(companies.acme), begun, browser.line);
  return compareCosts(honest, poster(make(answer(signer)), begun, browser.line), most);
};

describe('an attacker’s document costs less than five times the processor time of a valid one:', () => {
  it.each(Object.entries(xmlBombs))('%s', async (_what, make) => {
    expect(await ratioOf(stranger, make, MOST)).toBeLessThan(MOST);
  });
});

describe('a document with a signature that the company made for another document', () => {
  it.each([
    'as many namespaces in force as may be',
    'as many elements in one another as may be',
    'text between as many elements as may be',
    'many attributes of the person',
  ])('costs limited processor time too: %s', async (what) => {
    expect(await ratioOf(companies.acme, xmlBombs[what] ?? String, MOST_OF_INSIDERS)).toBeLessThan(
      MOST_OF_INSIDERS,
    );
  });
});
