import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/**
 * Returns the URL of a login that opens `page` when it is done. The URL needs a full page load, which stores
 * `redirect`.
 */
export function loginAddress(page: string, params: Record<string, string> = {}, search = ''): string {
  return `${routes.login}?${new URLSearchParams({ redirect: generatePath(page, params) + search })}`;
}
