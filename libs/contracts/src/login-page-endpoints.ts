/**
 * The login page's endpoints, in a file of their own, so that the first load does not contain the long list (decision
 * 15).
 */
export const loginPageEndpoints = {
  session: { method: 'GET', path: '/session' },
  login: { method: 'POST', path: '/login' },
  passkeyLogin: { method: 'POST', path: '/login/passkey' },
} as const;
