import type { CookieAttributes } from './request-context.ts';

/** Returns the name of a cookie. With https, the name begins with `__Host-`. Plain http is for localhost only. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

export type OwnCookie = { name: string; options: CookieAttributes };

/**
 * Returns the name and options of a cookie that only the portal's host gets. Browsers send it with requests from the
 * portal's pages and when they follow links to the portal. `maxAge` is in milliseconds.
 */
export function ownCookie(name: string, { protocol }: URL, maxAge?: number): OwnCookie {
  const isHttps = protocol === 'https:';
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
  return {
    name: cookieName(name, isHttps),
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  };
}
