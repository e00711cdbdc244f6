import { pages } from '@foyer/contracts/pages';

/**
 * Pages whose URL holds or held a secret. They report at most views, without secrets (invariant 11 of
 * docs/security.md).
 */
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
  pages.stopRecovery,
];

const secretPlaces =
  /^(\/(?:join-team|switch-team|join-event|team-switch|invitation\/(?:team|event))\/)[^/]+/;

export function stripSecrets(address: string): string {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? '';
  const path = address.slice(origin.length).replace(/[?#].*$/s, '');
  return origin.replace(/\/\/.*@/, '//') + path.replace(secretPlaces, '$1:code');
}

export function stripSecretsIn(text: string): string {
  return text.replace(/(?:https?:\/)?\/[^\s"'<>()]*/g, stripSecrets);
}

export function isTokenBearing(path: string): boolean {
  return tokenBearing.some((page) => {
    const [beginning = ''] = page.split('/:');
    return path === beginning || path.startsWith(`${beginning}/`);
  });
}
