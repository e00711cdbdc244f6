import { stored } from './storage.ts';

export type Arrival = {
  /** Where the visitor asked to go after login; the server decides whether that is allowed. */
  redirect: string;
  /** The same, once the server has allowed it. */
  redirectUrl: string;
  sourceSite: string;
};

const storedArrival = stored('sessionStorage', 'arrival', toArrival);
const nothing: Arrival = { redirect: '', redirectUrl: '', sourceSite: '' };

/**
 * A target that carries a code or token, which never enters web storage (invariant 11 of docs/security.md), or the
 * request of an app, which is answered once and must not be sent again at a later login.
 */
const SECRET_TARGET = /(join|switch)-|inviteId|resetToken|oauth\//i;

/** An arrival with such a target, for as long as this page is loaded; loaded again, its address says it again. */
let unstored: Arrival | undefined;

/** How the visitor came to us (docs/product.md 3, session context). */
export function readArrival(): Arrival {
  return unstored ?? storedArrival.read() ?? nothing;
}

/** Keeps what the first address says for the pages after it; a later address without a word changes nothing. */
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

/** docs/product.md 3: the `ss` parameter, or failing that the `ss` parameter inside `redirect`. */
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
