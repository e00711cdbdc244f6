import { pages } from '@foyer/contracts/pages';
import type { Request } from 'express';

/**
 * Whether to answer with a page. The consent page is opened by people alone, whatever their browser says it accepts.
 */
export function acceptsHtml(request: Request): boolean {
  return (
    (isRead(request) && request.path === pages.oauthAuthorize) || request.accepts(['json', 'html']) === 'html'
  );
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
