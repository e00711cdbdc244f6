import type { CookieAttributes } from './request-context.ts';

/**
 * Returns the name of a cookie, which begins with `__Host-` with https. Plain http is for localhost only (docs/product.md 10).
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

export type OwnCookie = { name: string; options: CookieAttributes };

/**
 * Returns a cookie that only the portal reads. Browsers send it from the portal's pages and from links to it. `maxAge` in
 * milliseconds.
 */
export function ownCookie(name: string, { protocol }: URL, maxAge?: number): OwnCookie {
  const isHttps = protocol === 'https:';
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
  return {
    name: cookieName(name, isHttps),
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  };
}
