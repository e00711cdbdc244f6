/** Matches a redirect URI on the user's own machine, by loopback IP address (RFC 8252 7.3). */
const LOOPBACK_IP = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(\/.*)?$/;
const HIGHEST_PORT = 65_535;

/**
 * Returns whether `asked` is an allowed redirect URI. It must equal the registered one, character by character (RFC
 * 9700 2.1). A native app on a loopback IP address listens on any free port, so there the port may differ (RFC 8252
 * 7.3). `localhost` is a name, which may resolve to another host, so its port must be the registered one (RFC 8252
 * 8.3).
 */
export function isRegisteredAs(registered: string, asked: string): boolean {
  if (asked === registered) return true;
  const [, host, port = '80', path] = LOOPBACK_IP.exec(asked) ?? [];
  const [, ownHost, , ownPath] = LOOPBACK_IP.exec(registered) ?? [];
  return host !== undefined && host === ownHost && path === ownPath && Number(port) <= HIGHEST_PORT;
}

/**
 * Returns whether the redirect opens an app on the user's device. A URI with https counts as one of a website, although
 * such an app can claim it (RFC 8252 7.2).
 */
export function isOnDevice(redirectUri: string): boolean {
  return !redirectUri.startsWith('https://');
}

/**
 * Returns the part of a redirect URI to show: the host, or the scheme if there is no host. Returns other text
 * unchanged.
 */
export function redirectHostOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return redirectUri;
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol.slice(0, -1) : host;
}
