/**
 * Paths of the screens (SPEC 2), in React Router's notation. The browser's route table and the server, which answers
 * an unknown path with status 404, read this one list.
 */
export const pages = {
  home: '/',
  login: '/login',
  signin: '/signin',
  signUp: '/signup',
  signUpForm: '/signup/form',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  forgotPassword: '/forgot-password',
  success: '/success',
  logout: '/logout',
  failureGeneral: '/failure-general',
} as const;

const pagePatterns = Object.values(pages).map(
  (path) => new RegExp(path === '/' ? '^/$' : `^${path.replace(/:[^/]+/g, '[^/]+')}/?$`),
);

/** Whether a path belongs to a screen. */
export function isPage(path: string): boolean {
  return pagePatterns.some((pattern) => pattern.test(path));
}
