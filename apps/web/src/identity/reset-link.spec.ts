import { describe, expect, it } from '@jest/globals';
import { hideLinkToken, readLinkToken } from './reset-link.ts';

describe('the token of a mailed link', () => {
  it('is removed from the address bar and stays in the history entry', () => {
    window.history.replaceState(null, '', '/reset-password?resetToken=abc&plan=pro');
    hideLinkToken();
    expect(window.location.pathname + window.location.search).toBe('/reset-password?plan=pro');
    expect(readLinkToken()).toBe('abc');
    hideLinkToken();
    expect(readLinkToken()).toBe('abc');
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('abc');
  });

  it('is ignored on pages that no mailed link opens', () => {
    window.history.replaceState(null, '', '/login?resetToken=abc');
    hideLinkToken();
    expect(readLinkToken()).toBe('');
  });
});
