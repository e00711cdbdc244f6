/** Addresses of the screens, for links; nobody else spells a path. */
export { pages as routes } from '@foyer/contracts/pages';
