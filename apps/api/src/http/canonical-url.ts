import { pages } from '@foyer/contracts/pages';

const table = Object.values(pages).map((page) => segmentsOf(page));

/**
 * Corrects letter case, extra slashes and needless percent-encoding in the URL of a page. Keeps parameters and query
 * unchanged. Returns undefined if the URL is already canonical or is no page. Never returns a path that begins with
 * `//` or `/\`, encoded or not, because browsers would read the next part as a host (attack table in
 * docs/flows/rate-limits.md).
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

/** Browsers read these segments as `.` or `..`, even if they are percent-encoded. */
const isDots = (segment: string): boolean => /^(?:\.|%2e){1,2}$/i.test(segment);

function matchesPage(page: string[], segments: string[]): boolean {
  return (
    page.length === segments.length &&
    page.every((part, at) => isParameter(part) || decoded(segments[at] ?? '')?.toLowerCase() === part)
  );
}

/**
 * Returns undefined for invalid text, and for non-ASCII text, because `toLowerCase` would turn the Kelvin sign into a
 * k.
 */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return /^[!-~]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
