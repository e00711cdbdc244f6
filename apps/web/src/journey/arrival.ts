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

/** How the visitor came to us (SPEC 3, session context). */
export function readArrival(): Arrival {
  return storedArrival.read() ?? nothing;
}

/** Keeps what the first address says for the pages after it; a later address without a word changes nothing. */
export function rememberArrival(search: string, allowedRedirect: string): void {
  const query = new URLSearchParams(search);
  const redirect = query.get('redirect') ?? '';
  const before = readArrival();
  storedArrival.write({
    redirect: redirect || before.redirect,
    redirectUrl: redirect ? allowedRedirect : allowedRedirect || before.redirectUrl,
    sourceSite: sourceSiteOf(query) || before.sourceSite,
  });
}

/** SPEC 3: the `ss` parameter, or failing that the `ss` parameter inside `redirect`. */
export function sourceSiteOf(query: URLSearchParams): string {
  const own = query.get('ss');
  if (own) return own;
  const inner = /\?([^#]*)/.exec(query.get('redirect') ?? '')?.[1];
  return new URLSearchParams(inner ?? '').get('ss') ?? '';
}

function toArrival(value: unknown): Arrival | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { redirect, redirectUrl, sourceSite } = value as Partial<Record<keyof Arrival, unknown>>;
  if (typeof redirect !== 'string' || typeof redirectUrl !== 'string' || typeof sourceSite !== 'string')
    return undefined;
  return { redirect, redirectUrl, sourceSite };
}
