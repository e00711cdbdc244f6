import type { CookieAttributes } from './request-context.ts';

/** The prefix `__Host-` requires HTTPS. */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

export type OwnCookie = { name: string; options: CookieAttributes };

/** `maxAge` is in milliseconds. */
export function ownCookie(name: string, { protocol }: URL, maxAge?: number): OwnCookie {
  const isHttps = protocol === 'https:';
  const options = { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' } as const;
  return {
    name: cookieName(name, isHttps),
    options: { ...options, ...(maxAge !== undefined && { maxAge }) },
  };
}
