import { NOT_FOUND_TITLE, pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';

/** The failure pages (docs/product.md 2): address, title, message and button of each; every button goes to `/`. */
export const failureVariants = {
  FAILURE_SAML: {
    path: routes.samlError,
    title: pageTitles.samlError,
    message: 'We were unable to log you in using SSO. Try logging in without SSO.',
    button: 'Log in without SSO',
  },
  FAILURE_SAML_LIMIT_REACHED: {
    path: routes.samlOverage,
    title: pageTitles.samlOverage,
    message: 'Your team has no available seats. If you think this is an error, contact support.',
    button: 'Log in',
  },
  FAILURE_AUTH_APP: {
    path: routes.oauthAuthorizeError,
    title: pageTitles.oauthAuthorizeError,
    message: 'The authorization code flow failed. Go back to the app and try to connect again.',
    button: 'Return to Login',
  },
  FAILURE_GENERAL: {
    path: routes.failureGeneral,
    title: pageTitles.failureGeneral,
    message: 'We were unable to complete your request. Please try again in a moment.',
    button: 'Log in',
  },
  FAILURE_REQUEST: {
    path: routes.requestError,
    title: pageTitles.requestError,
    message: 'We could not make sense of that request. Start again from the login page.',
    button: 'Log in',
  },
  FAILURE_PAGE_NOT_FOUND: {
    path: '*',
    title: NOT_FOUND_TITLE,
    message: 'The address may be mistyped, or the page may have moved.',
    button: 'Back to home',
  },
} as const satisfies Record<string, { path: string; title: string; message: string; button: string }>;

export type FailureVariant = keyof typeof failureVariants;

/** In the order of the table, of which the last one takes what no other page does. */
export const failureVariantNames = Object.keys(failureVariants) as FailureVariant[];
