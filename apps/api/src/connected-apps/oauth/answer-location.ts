import { pages } from '@foyer/contracts/pages';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { withRequestTime } from './fresh-logins.service.ts';

/** RFC 6749 4.1.2, RFC 9207 2 */
export function answerLocation(
  redirectUri: string,
  answer: { iss: string; state: string | undefined } & Record<string, string | undefined>,
): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) target.searchParams.set(name, value);
  return target.href;
}

/** `mark` (`FreshLogins`) replaces an older mark in the URL. */
export function loginThenBack(request: RequestContext, mark?: string): string {
  // `RedirectTargets` rejects backslashes.
  const url = request.url.replaceAll('\\', '%5C');
  const back = mark === undefined ? url : withRequestTime(url, mark);
  return `${pages.login}?redirect=${encodeURIComponent(back)}`;
}

export function requiredPageOf(session: Session, request: RequestContext): string | undefined {
  if (session.restrictedTo) return loginThenBack(request);
  return session.hasIncompleteBilling ? pages.proUpgrade : undefined;
}
