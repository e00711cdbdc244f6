/** The paths of all pages, for links. No other file contains a path. */
export { pages as routes } from '@foyer/contracts/pages';
