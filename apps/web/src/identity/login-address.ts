import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** Returns the URL of the login that then returns to a page. It needs a full page load, which stores `redirect`. */
export function loginAddress(page: string, params: Record<string, string> = {}, search = ''): string {
  return `${routes.login}?${new URLSearchParams({ redirect: generatePath(page, params) + search })}`;
}
