import { generatePath } from 'react-router-dom';
import { routes } from '../routes.ts';

/** The login that leads to a page afterwards; to be opened as a new page, which then knows where it leads. */
export function loginAddress(page: string, params: Record<string, string> = {}, search = ''): string {
  return `${routes.login}?${new URLSearchParams({ redirect: generatePath(page, params) + search })}`;
}
