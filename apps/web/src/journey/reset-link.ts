import { pages } from '@foyer/contracts/pages';

const KEY = 'resetToken';

/**
 * Moves the token of a mailed link out of the address bar before anything else runs. It stays in the
 * entry's history state, so that a refresh still works; it is never stored.
 */
export function hideResetToken(): void {
  const url = new URL(window.location.href);
  const token = url.searchParams.get(KEY);
  if (url.pathname.replace(/\/$/, '') !== pages.resetPassword || token === null) return;
  url.searchParams.delete(KEY);
  window.history.replaceState({ ...historyState(), [KEY]: token }, '', url);
}

/** The opened link's token, or the empty string. */
export function readResetToken(): string {
  const token = historyState()[KEY];
  return typeof token === 'string' ? token : '';
}

function historyState(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
