import type { PageValues } from '@foyer/contracts/page-values';
import type { Request } from 'express';

/** What a feature says about the page that answers a request. */
export type PageAdditions = {
  status?: number;
  /** Origins that the page's forms may lead to, besides ours. */
  formTargets?: readonly string[];
  values?: Partial<Pick<PageValues, 'appName' | 'consent' | 'planOwner' | 'userEmail'>>;
};

const additions = new WeakMap<Request, PageAdditions>();

/** Says it before the page is written. */
export function addToPage(request: Request, more: PageAdditions): void {
  additions.set(request, more);
}

export function additionsTo(request: Request): PageAdditions {
  return additions.get(request) ?? {};
}
