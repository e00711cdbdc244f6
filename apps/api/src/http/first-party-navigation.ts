import type { Request } from 'express';

/**
 * Returns true for requests from our own pages or the address bar, according to Fetch Metadata. Returns false for
 * prefetches and for browsers that do not send these headers.
 */
export function isFirstPartyNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  const isPrefetch = request.get('sec-purpose') !== undefined || request.get('purpose') === 'prefetch';
  return !isPrefetch && (site === 'same-origin' || site === 'none');
}
