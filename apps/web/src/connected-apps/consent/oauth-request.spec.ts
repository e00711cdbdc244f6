import { describe, expect, it } from '@jest/globals';
import { readOAuthRequest } from './oauth-request.ts';

const good =
  'client_id=demo&redirect_uri=https%3A%2F%2Fapp.test%2Fback&response_type=code&scope=profile&state=x';

describe('the request of an app', () => {
  it('is read from the URL', () => {
    expect(readOAuthRequest(new URLSearchParams(good))).toMatchObject({ client_id: 'demo', state: 'x' });
  });

  it('contains neither a decision nor a ticket from the URL', () => {
    const query = new URLSearchParams(`${good}&decision=allow&ticket=t&_csrf=c`);
    expect(readOAuthRequest(query)).toEqual(readOAuthRequest(new URLSearchParams(good)));
  });

  it.each([
    '',
    good.replace('client_id=demo&', ''),
    good.replace('response_type=code', 'response_type=token'),
    `${good}&state=y`,
    good.replace('state=x', `state=${'x'.repeat(513)}`),
  ])('is undefined for the invalid query %j', (query) => {
    expect(readOAuthRequest(new URLSearchParams(query))).toBeUndefined();
  });
});
