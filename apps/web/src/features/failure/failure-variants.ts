import { notFoundTitle, pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { t } from '../../words/t.ts';

/** The failure pages (docs/product.md 2): address, title, message and button of each; every button goes to `/`. */
export const failureVariants = {
  FAILURE_SAML: {
    path: routes.samlError,
    get title() {
      return pageTitles.samlError;
    },
    get message() {
      return t('We were unable to log you in using SSO. Try logging in without SSO.');
    },
    get button() {
      return t('Log in without SSO');
    },
  },
  FAILURE_SAML_LIMIT_REACHED: {
    path: routes.samlOverage,
    get title() {
      return pageTitles.samlOverage;
    },
    get message() {
      return t('Your team has no available seats. If you think this is an error, contact support.');
    },
    get button() {
      return t('Log in');
    },
  },
  FAILURE_AUTH_APP: {
    path: routes.oauthAuthorizeError,
    get title() {
      return pageTitles.oauthAuthorizeError;
    },
    get message() {
      return t('The authorization code flow failed. Go back to the app and try to connect again.');
    },
    get button() {
      return t('Return to Login');
    },
  },
  FAILURE_GENERAL: {
    path: routes.failureGeneral,
    get title() {
      return pageTitles.failureGeneral;
    },
    get message() {
      return t('We were unable to complete your request. Please try again in a moment.');
    },
    get button() {
      return t('Log in');
    },
  },
  FAILURE_REQUEST: {
    path: routes.requestError,
    get title() {
      return pageTitles.requestError;
    },
    get message() {
      return t('We could not make sense of that request. Start again from the login page.');
    },
    get button() {
      return t('Log in');
    },
  },
  FAILURE_PAGE_NOT_FOUND: {
    path: '*',
    get title() {
      return notFoundTitle();
    },
    get message() {
      return t('The address may be mistyped, or the page may have moved.');
    },
    get button() {
      return t('Back to home');
    },
  },
} satisfies Record<string, { path: string; title: string; message: string; button: string }>;

export type FailureVariant = keyof typeof failureVariants;

/** In the order of the table, of which the last one takes what no other page does. */
export const failureVariantNames = Object.keys(failureVariants) as FailureVariant[];
