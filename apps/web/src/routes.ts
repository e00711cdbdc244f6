import { pages } from '@foyer/contracts/pages';

/** Addresses of the screens, for links; nobody else spells a path. */
export const routes = {
  ...pages,
  forgotPassword: '/forgot-password',
  resetPasswordSuccess: '/reset-password-success',
  billing: '/billing',
} as const;
