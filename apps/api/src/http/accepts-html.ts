import { pages } from '@foyer/contracts/pages';
import type { Request } from 'express';

/** Whether a person looks at what is answered. Apps send people to the consent page, of which there is no other kind. */
export function acceptsHtml(request: Request): boolean {
  return (
    (isRead(request) && request.path === pages.oauthAuthorize) || request.accepts(['json', 'html']) === 'html'
  );
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
