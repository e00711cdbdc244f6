import type { failurePages } from '@foyer/contracts/pages';
import { notFoundTitle, pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { t } from '../../words/t.ts';

export const failureVariants = {
  FAILURE_SAML: {
    page: 'samlError',
    get message() {
      return t(
        'shell.failureVariants.ssoFailed',
        'We were unable to log you in using SSO. Try logging in without SSO.',
      );
    },
    get button() {
      return t('shell.failureVariants.logInWithoutSso', 'Log in without SSO');
    },
  },
  FAILURE_SAML_LIMIT_REACHED: {
    page: 'samlOverage',
    get message() {
      return t(
        'shell.failureVariants.noSeats',
        'Your team has no available seats. If you think this is an error, contact support.',
      );
    },
    get button() {
      return t('common.logIn', 'Log in');
    },
  },
  FAILURE_AUTH_APP: {
    page: 'oauthAuthorizeError',
    get message() {
      return t(
        'shell.failureVariants.codeFlowFailed',
        'The authorization code flow failed. Go back to the app and try to connect again.',
      );
    },
    get button() {
      return t('shell.failureVariants.returnToLogin', 'Return to Login');
    },
  },
  FAILURE_GENERAL: {
    page: 'failureGeneral',
    get message() {
      return t(
        'shell.failureVariants.requestFailed',
        'We were unable to complete your request. Please try again in a moment.',
      );
    },
    get button() {
      return t('common.logIn', 'Log in');
    },
  },
  FAILURE_REQUEST: {
    page: 'requestError',
    get message() {
      return t(
        'shell.failureVariants.badRequest',
        'We couldn’t process that request. Start again from the login page.',
      );
    },
    get button() {
      return t('common.logIn', 'Log in');
    },
  },
  FAILURE_PAGE_NOT_FOUND: {
    page: undefined,
    get message() {
      return t('shell.failureVariants.notFound', 'The address may be mistyped, or the page may have moved.');
    },
    get button() {
      return t('shell.failureVariants.backToHome', 'Back to home');
    },
  },
} satisfies Record<string, { page: keyof typeof failurePages | undefined; message: string; button: string }>;

export type FailureVariant = keyof typeof failureVariants;

export type FailurePageName = NonNullable<(typeof failureVariants)[FailureVariant]['page']>;

/** The last variant matches every path without a page. */
export const failureVariantNames = Object.keys(failureVariants) as FailureVariant[];

export function failurePath(variant: FailureVariant): string {
  const { page } = failureVariants[variant];
  return page ? routes[page] : '*';
}

export function failureTitle(variant: FailureVariant): string {
  const { page } = failureVariants[variant];
  return page ? pageTitles[page] : notFoundTitle();
}
