import { pages } from '@foyer/contracts/pages';

const table = Object.values(pages).map((page) => segmentsOf(page));

/**
 * Returns the page's canonical URL for a request that spells it differently: other letter case, extra slashes, needless
 * percent-encoding. The path comes from the route table; parameters and query stay byte for byte. Returns undefined for a URL
 * that is already canonical and for one that is no page. Never returns a path that begins with `//` or `/\`, encoded or not,
 * because browsers would take the next part for a host (attack table in docs/flows/rate-limits.md).
 */
export function canonicalUrlOf(url: string): string | undefined {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const segments = segmentsOf(path);
  if (!path.startsWith('/') || LOOKS_LIKE_HOST.test(path) || segments.some(isDots)) return undefined;
  const page = table.find((one) => matchesPage(one, segments));
  if (page === undefined || page.length === 0) return undefined;
  const right = `/${page.map((part, at) => (isParameter(part) ? segments[at] : part)).join('/')}`;
  return right === path ? undefined : right + url.slice(path.length);
}

const LOOKS_LIKE_HOST = /^\/(?:[/\\]|%2f|%5c)/i;

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

const isParameter = (part: string): boolean => part.startsWith(':');

/** Returns whether a browser takes this segment for "here" or "one level up", in any spelling. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

function matchesPage(page: string[], segments: string[]): boolean {
  return (
    page.length === segments.length &&
    page.every((part, at) => isParameter(part) || decoded(segments[at] ?? '')?.toLowerCase() === part)
  );
}

/** Decodes ASCII only, because `toLowerCase` turns the Kelvin sign into a k. */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return /^[!-~]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
