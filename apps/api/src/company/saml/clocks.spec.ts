import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ResponseOptions } from '@foyer/testing/test-idp';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { allButTheClock } from '../../test-support/test-clock.ts';

const HOME = 'http://product.test/home';
const WRONG_BY_S = 300;

let api: TestApi;
let company: TestCompany;
let visitor: Visitor;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
  visitor = await api.visit();
});
afterEach(() => void jest.useRealTimers());

/** Until the end of the test, this process's clock is wrong. The database's clock stays right. */
function setClock(wrongByS: number): void {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: allButTheClock, now: Date.now() + wrongByS * 1000 });
}

/** Times of a response from an identity provider with the right time, relative to this process's wrong clock. */
const rightTimes = (wrongByS: number): ResponseOptions => ({
  issuedIn: -wrongByS,
  notBeforeIn: -60 - wrongByS,
  notOnOrAfterIn: WRONG_BY_S - wrongByS,
  confirmationNotOnOrAfterIn: WRONG_BY_S - wrongByS,
});

describe.each([WRONG_BY_S, -WRONG_BY_S])('a replica whose clock is wrong by %i s', (wrongByS) => {
  it('signs users in by the clock of the database', async () => {
    const begun = await company.begin(visitor);
    setClock(wrongByS);
    const { headers } = await company.post(visitor, begun, rightTimes(wrongByS));
    expect(headers['location']).toBe(HOME);
  });

  it('rejects a response that is valid only by its own clock', async () => {
    const begun = await company.begin(visitor);
    setClock(wrongByS);
    const { headers } = await company.post(visitor, begun, {
      notOnOrAfterIn: 60,
      confirmationNotOnOrAfterIn: 60,
    });
    expect(headers['location']).toBe('/saml-error');
  });
});
