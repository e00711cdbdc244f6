import type { Request } from 'express';

/**
 * Whether a GET comes from our own pages or was typed by the visitor, told by Fetch Metadata. Not so for other sites,
 * prefetches, and browsers that do not say.
 */
export function isFirstPartyNavigation(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  const isPrefetch = request.get('sec-purpose') !== undefined || request.get('purpose') === 'prefetch';
  return !isPrefetch && (site === 'same-origin' || site === 'none');
}
