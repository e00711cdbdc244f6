/** The calls of the login page, apart from the long list: its first load does without that (decision 15). */
export const firstEndpoints = {
  session: { method: 'GET', path: '/session' },
  login: { method: 'POST', path: '/login' },
} as const;
