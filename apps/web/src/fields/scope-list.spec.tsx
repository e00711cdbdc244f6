import { describe, expect, it } from '@jest/globals';
import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { render, screen } from '@testing-library/react';
import { ScopeList } from './scope-list.tsx';

function shown(scopes: readonly string[]) {
  render(<ScopeList scopes={scopes} labelledBy="scopes" />);
  return screen.getAllByRole('listitem').map((item) => item.textContent);
}

describe('what an app may do', () => {
  it('is shown as a text', () => {
    expect(shown(Object.keys(oauthScopes))).toEqual(Object.values(oauthScopes));
  });

  it.each(['strange', 'toString'])('is not hidden where there are no words for %s', (scope) => {
    expect(shown([scope])).toEqual([scope]);
  });
});
