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
  forgotPassword: { method: 'POST', path: '/forgot-password' },
  login: { method: 'POST', path: '/login' },
  logout: { method: 'GET', path: '/logout' },
  logoutByPost: { method: 'POST', path: '/logout' },
  teamSettings: { method: 'PATCH', path: '/settings/team' },
  changePassword: { method: 'POST', path: '/settings/security/password' },
  sessions: { method: 'GET', path: '/settings/security/sessions' },
  endSession: { method: 'DELETE', path: '/settings/security/sessions/:id' },
  endOtherSessions: { method: 'DELETE', path: '/settings/security/sessions' },
} as const;

export type Endpoint = (typeof endpoints)[keyof typeof endpoints];
