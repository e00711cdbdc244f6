import { stored } from './storage.ts';

export type Arrival = {
  /** The page to open after the login, as requested in the URL. The server decides whether it is allowed. */
  redirect: string;
  redirectUrl: string;
  sourceSite: string;
};

const storedArrival = stored('sessionStorage', 'arrival', toArrival);
const nothing: Arrival = { redirect: '', redirectUrl: '', sourceSite: '' };

/**
 * Targets that must not enter web storage: those with a code, or with a token that works without a session (invariant
 * 11 of docs/security.md), and authorization requests, which must not be repeated at a later login.
 */
const SECRET_TARGET = /(join|switch)-|inviteId|(reset|undo|stop)Token|oauth\//i;

/** An arrival with a secret target stays in memory only. After a reload, it is read from the URL again. */
let unstored: Arrival | undefined;

/** The parameters of the URL with which the visitor arrived (docs/product.md 3). */
export function readArrival(): Arrival {
  return unstored ?? storedArrival.read() ?? nothing;
}

/** If the URL lacks one of the parameters, its stored value is kept. */
export function rememberArrival(search: string, allowedRedirect: string): void {
  const query = new URLSearchParams(search);
  const redirect = query.get('redirect') ?? '';
  const before = readArrival();
  const arrival = {
    redirect: redirect || before.redirect,
    redirectUrl: allowedRedirect || (redirect ? '' : before.redirectUrl),
    sourceSite: sourceSiteOf(query) || before.sourceSite,
  };
  const isSecret = SECRET_TARGET.test(arrival.redirect);
  unstored = isSecret ? arrival : undefined;
  storedArrival.write(isSecret ? { ...nothing, sourceSite: arrival.sourceSite } : arrival);
}

/** Returns the `ss` parameter. If it is missing, returns that of the URL in `redirect` (docs/product.md 3). */
export function sourceSiteOf(query: URLSearchParams): string {
  const own = query.get('ss');
  if (own) return own;
  const inner = /\?([^#]*)/.exec(query.get('redirect') ?? '')?.[1];
  return new URLSearchParams(inner ?? '').get('ss') ?? '';
}

function toArrival(value: unknown): Arrival | undefined {
  const arrival = { ...nothing, ...(value as Partial<Arrival> | null) };
  return Object.values(arrival).every((part) => typeof part === 'string') ? arrival : undefined;
}
