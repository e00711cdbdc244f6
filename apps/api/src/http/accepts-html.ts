import { isPage, pages } from '@foyer/contracts/pages';
import type { Request } from 'express';

/**
 * The consent page is always HTML. A client that accepts any type, such as a link preview, gets HTML if the path is a
 * page.
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
