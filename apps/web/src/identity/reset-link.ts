import { pages } from '@foyer/contracts/pages';

/** The pages of mailed links whose token works without a session, each with the token's URL parameter. */
const SECRETS = {
  [pages.resetPassword]: 'resetToken',
  [pages.undoAddress]: 'undoToken',
  [pages.stopRecovery]: 'stopToken',
} as const;
type Secret = (typeof SECRETS)[keyof typeof SECRETS];

/**
 * Moves the token of a mailed link from the URL to the state of the history entry. A reload still works, but the token
 * is neither visible nor in web storage.
 */
export function hideLinkToken(): void {
  const url = new URL(window.location.href);
  const path = url.pathname.replace(/\/$/, '');
  for (const [page, name] of Object.entries(SECRETS)) {
    const token = url.searchParams.get(name);
    if (path !== page || token === null) continue;
    url.searchParams.delete(name);
    window.history.replaceState({ ...historyState(), [name]: token }, '', url);
  }
}

export function readLinkToken(name: Secret = 'resetToken'): string {
  const token = historyState()[name];
  return typeof token === 'string' ? token : '';
}

function historyState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
