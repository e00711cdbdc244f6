/**
 * The one list of calls: method and path (SPEC 7, DESIGN 4).
 * Controllers, the browser's `send()` and the dev proxy read it; there is no other place that spells a path.
 */
export const endpoints = {
  session: { method: 'GET', path: '/session' },
  registerByEmail: { method: 'POST', path: '/register-by-email' },
  resendVerification: { method: 'POST', path: '/verify-email/resend' },
  passwordLink: { method: 'GET', path: '/password-link' },
  resetPassword: { method: 'POST', path: '/reset-password' },
  login: { method: 'POST', path: '/login' },
  logout: { method: 'GET', path: '/logout' },
  logoutByPost: { method: 'POST', path: '/logout' },
} as const;

export type Endpoint = (typeof endpoints)[keyof typeof endpoints];
