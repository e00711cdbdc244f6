/** Texts for a deactivated account (docs/product.md 8). */
export const SUSPENDED_TITLE = 'Your account is archived';
export const SUSPENDED_TEXT =
  'Welcome back! Your account has been archived, but no worries - we can help get you reactivated.';
