import type { PageValues } from '@foyer/contracts/page-values';

/** What a feature adds to the page that answers a request. */
export type PageAdditions = {
  status?: number;
  /** Origins besides ours that the page's forms may post to (CSP `form-action`). */
  formTargets?: readonly string[];
  values?: Partial<Pick<PageValues, 'appName' | 'consent' | 'planOwner' | 'userEmail' | 'session'>>;
};
