/** The paths of all pages, for links. */
export { pages as routes } from '@foyer/contracts/pages';
