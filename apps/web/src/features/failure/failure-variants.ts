/** The failure pages (docs/product.md 2): title, message and button of each; every button goes to `/`. */
export const failureVariants = {
  FAILURE_SAML: {
    title: "This isn't right",
    message: 'We were unable to log you in using SSO. Try logging in without SSO.',
    button: 'Log in without SSO',
  },
  FAILURE_SAML_LIMIT_REACHED: {
    title: 'Unable to Provision User',
    message: 'Your team has no available seats. If you think this is an error, contact support.',
    button: 'Log in',
  },
  FAILURE_AUTH_APP: {
    title: 'Unable to authorize App',
    message: 'The authorization code flow failed. Go back to the app and try to connect again.',
    button: 'Return to Login',
  },
  FAILURE_GENERAL: {
    title: "This isn't right",
    message: 'We were unable to complete your request. Please try again in a moment.',
    button: 'Log in',
  },
  FAILURE_REQUEST: {
    title: "This isn't right",
    message: 'We could not make sense of that request. Start again from the login page.',
    button: 'Log in',
  },
  FAILURE_PAGE_NOT_FOUND: {
    title: 'Oh no! This page cannot be found.',
    message: 'The address may be mistyped, or the page may have moved.',
    button: 'Back to home',
  },
} as const satisfies Record<string, { title: string; message: string; button: string }>;

export type FailureVariant = keyof typeof failureVariants;
