import { describe, expect, it } from '@jest/globals';
import { oauthScopes } from '@foyer/contracts/oauth';
import { describeScopes } from './describe-scopes.ts';

describe('what an app may do', () => {
  it('is put into words', () => {
    expect(describeScopes(Object.keys(oauthScopes))).toEqual(Object.values(oauthScopes));
  });

  it.each(['strange', 'toString'])('is not hidden where there are no words for %s', (scope) => {
    expect(describeScopes([scope])).toEqual([scope]);
  });
});
