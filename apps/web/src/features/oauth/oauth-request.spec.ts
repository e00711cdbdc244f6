import { describe, expect, it } from '@jest/globals';
import { describeScopes, readOAuthRequest } from './oauth-request.ts';

const good =
  'client_id=demo&redirect_uri=https%3A%2F%2Fapp.test%2Fback&response_type=code&scope=profile&state=x';

describe('what an app asks for', () => {
  it('is read from the address', () => {
    expect(readOAuthRequest(new URLSearchParams(good))).toMatchObject({ client_id: 'demo', state: 'x' });
  });

  it.each([
    '',
    good.replace('client_id=demo&', ''),
    good.replace('response_type=code', 'response_type=token'),
    good.replace('https%3A%2F%2Fapp.test%2Fback', 'nowhere'),
    `${good}&state=y`,
    good.replace('state=x', `state=${'x'.repeat(513)}`),
  ])('is nothing in %j', (query) => {
    expect(readOAuthRequest(new URLSearchParams(query))).toBeUndefined();
  });

  it('is put into words, and an unknown scope is not hidden', () => {
    expect(describeScopes('diagrams.read  strange')).toEqual(['See your diagrams', 'strange']);
    expect(describeScopes(undefined)).toEqual([]);
  });
});
