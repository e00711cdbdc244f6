export { pages as routes } from '@foyer/contracts/pages';
