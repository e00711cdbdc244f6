import { isPage, pages } from '@foyer/contracts/pages';
import type { Request } from 'express';

/**
 * Whether to answer with a page. The consent page is opened by people alone, whatever their browser says it accepts;
 * who takes anything, like the preview of a link, means the page that has the address.
 */
export function acceptsHtml(request: Request): boolean {
  const { path } = request;
  if (isRead(request) && path === pages.oauthAuthorize) return true;
  const isPageRead = isRead(request) && isPage(path) && path !== pages.logout;
  return request.accepts(isPageRead ? ['html', 'json'] : ['json', 'html']) === 'html';
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
