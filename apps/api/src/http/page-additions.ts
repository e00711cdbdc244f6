import type { PageValues } from '@foyer/contracts/page-values';
import type { Request } from 'express';

/** What a feature adds to the page that answers a request. */
export type PageAdditions = {
  status?: number;
  /** Origins besides ours that the page's forms may post to (CSP `form-action`). */
  formTargets?: readonly string[];
  values?: Partial<Pick<PageValues, 'appName' | 'consent' | 'planOwner' | 'userEmail'>>;
};

const additions = new WeakMap<Request, PageAdditions>();

/** To be called before the page is rendered. */
export function addToPage(request: Request, more: PageAdditions): void {
  additions.set(request, more);
}

export function additionsTo(request: Request): PageAdditions {
  return additions.get(request) ?? {};
}
