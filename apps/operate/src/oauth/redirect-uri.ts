const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** A private-use scheme: a reversed domain name (RFC 8252 7.1). */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const LONGEST = 2048;

/**
 * Returns why this redirect URI cannot be registered, in words that follow the URI. Returns undefined for a valid URI.
 * Requests must contain the registered spelling (`isRegisteredAs`), so only one spelling is accepted (RFC 6749 3.1.2,
 * RFC 9700 2.1 and 4.1).
 */
export function redirectUriErrorOf(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a complete address, as in https://app.example.com/callback';
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters`;
  const url = new URL(text);
  const isLoopback = url.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  const isPrivate = PRIVATE_SCHEME.test(url.protocol);
  if (url.protocol !== 'https:' && !isLoopback && !isPrivate)
    return 'must begin with https://, with http:// for 127.0.0.1, [::1] and localhost, or with a scheme that has a dot, as in com.example.app:/callback';
  if (isPrivate && !/^[^/]+:\/(?!\/)/.test(text)) return 'must have one slash after its scheme';
  if (text.includes('@')) return 'must not contain a user name, a password or any other @';
  if (text.includes('#')) return 'must not have a fragment (#)';
  if (text.includes('?')) return 'must not have a query (?)';
  if (text.includes('*')) return 'must not have a wildcard (*): register each address';
  if (DOT_SEGMENT.test(text)) return 'must not have . or .. as a part of its path';
  if (url.href !== text) return `must be written as browsers write it: ${url.href}`;
  return undefined;
}
