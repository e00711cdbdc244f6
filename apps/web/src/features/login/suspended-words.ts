import { pageTitles } from '../../page-values/page-titles.ts';

/** Texts for a deactivated account (docs/product.md 8). */
export const SUSPENDED_TITLE = pageTitles.samlSuspended;
export const SUSPENDED_TEXT =
  'Welcome back! Your account has been archived, but no worries - we can help get you reactivated.';
