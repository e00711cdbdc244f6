/** An address of an app on the person's own machine that is reached by IP address (RFC 8252 7.3). */
const LOOPBACK_IP = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?(\/.*)?$/;
const HIGHEST_PORT = 65_535;

/**
 * Whether an app may be answered at `asked`, given the address it registered: the same one, character by character
 * (RFC 9700 2.1). A native app that listens on the loopback address takes whichever port is free, so there the port may
 * be any (RFC 8252 7.3). `localhost` is a name, which may lead elsewhere, and its port is the registered one (8.3).
 */
export function isRegisteredAs(registered: string, asked: string): boolean {
  if (asked === registered) return true;
  const [, host, port = '80', path] = LOOPBACK_IP.exec(asked) ?? [];
  const [, ownHost, , ownPath] = LOOPBACK_IP.exec(registered) ?? [];
  return host !== undefined && host === ownHost && path === ownPath && Number(port) <= HIGHEST_PORT;
}

/** Whether an address belongs to an app on the person's own device and not to a site. */
export function isOnDevice(redirectUri: string): boolean {
  return !redirectUri.startsWith('https://');
}

/** Shown target of a redirect URI: the host, or the scheme of an app without one. Returns other text unchanged. */
export function redirectHostOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return redirectUri;
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol.slice(0, -1) : host;
}
