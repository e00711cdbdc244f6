/** Addresses of the screens, for links. No other file spells a path. */
export { pages as routes } from '@foyer/contracts/pages';
