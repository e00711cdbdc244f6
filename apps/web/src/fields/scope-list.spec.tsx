import { describe, expect, it } from '@jest/globals';
import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { render, screen } from '@testing-library/react';
import { ScopeList } from './scope-list.tsx';

function shown(scopes: readonly string[]) {
  render(<ScopeList scopes={scopes} labelledBy="scopes" />);
  return screen.getAllByRole('listitem').map((item) => item.textContent);
}

describe('a scope of an app', () => {
  it('is shown by its text', () => {
    expect(shown(Object.keys(oauthScopes))).toEqual(Object.values(oauthScopes));
  });

  it.each(['strange', 'toString'])('is shown by its name if it has no text: %s', (scope) => {
    expect(shown([scope])).toEqual([scope]);
  });
});
