/** The login page's endpoints, apart from the long list, so that the first load does not need it (decision 15). */
export const firstEndpoints = {
  session: { method: 'GET', path: '/session' },
  login: { method: 'POST', path: '/login' },
  passkeyLogin: { method: 'POST', path: '/login/passkey' },
} as const;
