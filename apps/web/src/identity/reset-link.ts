import { pages } from '@foyer/contracts/pages';

/** The pages that mailed links with a secret lead to, and the secret's parameter. */
const SECRETS = {
  [pages.resetPassword]: 'resetToken',
  [pages.undoAddress]: 'undoToken',
  [pages.stopRecovery]: 'stopToken',
} as const;
type Secret = (typeof SECRETS)[keyof typeof SECRETS];

/**
 * Moves the token of a mailed link out of the address bar before anything else runs. It stays in the entry's history state, so
 * that a reload works; it is never stored.
 */
export function hideResetToken(): void {
  const url = new URL(window.location.href);
  const path = url.pathname.replace(/\/$/, '');
  for (const [page, name] of Object.entries(SECRETS)) {
    const token = url.searchParams.get(name);
    if (path !== page || token === null) continue;
    url.searchParams.delete(name);
    window.history.replaceState({ ...historyState(), [name]: token }, '', url);
  }
}

/** The token of the opened link, or the empty string. */
export function readResetToken(name: Secret = 'resetToken'): string {
  const token = historyState()[name];
  return typeof token === 'string' ? token : '';
}

function historyState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
