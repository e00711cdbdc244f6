import { pages } from '@foyer/contracts/pages';

/** Screens whose address holds, or held, a secret: nothing is reported from them (docs/security.md 5.4). */
const tokenBearing: readonly string[] = [
  pages.resetPassword,
  pages.teamMemberSignUp,
  pages.teamMemberPassword,
  pages.joinTeam,
  pages.switchTeam,
  pages.joinEvent,
  pages.saml,
  pages.oauthAuthorize,
];

/** Paths with a secret in a place of their own, screens and calls alike. */
const secretPlaces =
  /^(\/(?:join-team|switch-team|join-event|team-switch|invitation\/(?:team|event))\/)[^/]+/;

/** An address fit for others to read: without query and fragment, and without invitation codes. */
export function stripSecrets(address: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';
  const path = address.slice(origin.length).replace(/[?#].*$/s, '');
  // Without credentials, should an address ever carry some.
  return origin.replace(/\/\/.*@/, '//') + path.replace(secretPlaces, '$1:code');
}

/** A text fit for others to read: every address in it is. */
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
