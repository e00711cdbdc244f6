import { pages } from '@foyer/contracts/pages';

/** Screens whose URL holds, or held, a secret: nothing is reported from them (docs/security.md 5.4). */
const tokenBearing: readonly string[] = [
  pages.resetPassword,
  pages.teamMemberSignUp,
  pages.teamMemberPassword,
  pages.joinTeam,
  pages.switchTeam,
  pages.joinEvent,
  pages.saml,
  pages.oauthAuthorize,
  pages.confirmAddress,
  pages.undoAddress,
];

/** Paths with a secret segment, of screens and calls. */
const secretPlaces =
  /^(\/(?:join-team|switch-team|join-event|team-switch|invitation\/(?:team|event))\/)[^/]+/;

/** A URL without query, fragment and invitation codes. */
export function stripSecrets(address: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';
  const path = address.slice(origin.length).replace(/[?#].*$/s, '');
  // Credentials are removed, too.
  return origin.replace(/\/\/.*@/, '//') + path.replace(secretPlaces, '$1:code');
}

/** A text in which all URLs are stripped. */
export function stripSecretsIn(text: string): string {
  return text.replace(/(?:https?:\/)?\/[^\s"'<>()]*/g, stripSecrets);
}

/** Whether this screen may be reported on at all. */
export function isTokenBearing(path: string): boolean {
  return tokenBearing.some((page) => {
    const [beginning = ''] = page.split('/:');
    return path === beginning || path.startsWith(`${beginning}/`);
  });
}
