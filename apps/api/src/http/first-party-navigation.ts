import type { Request } from 'express';

/**
 * Returns whether a request comes from our own pages or from the address bar, according to Fetch Metadata. Returns
 * false for other sites, for prefetches, and for browsers that do not send these headers.
 */
export function isFirstPartyNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  const isPrefetch = request.get('sec-purpose') !== undefined || request.get('purpose') === 'prefetch';
  return !isPrefetch && (site === 'same-origin' || site === 'none');
}
