import { Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import { addToPage } from '../../http/page-additions.ts';
import { AuthorizationService } from './authorization.service.ts';

/** `GET /oauth/authorize`: sends the browser on, or says what the page is to show. */
@Injectable()
export class AuthorizePage {
  constructor(private readonly authorization: AuthorizationService) {}

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (request.path !== pages.oauthAuthorize || request.method !== 'GET') return next();
    const answer = await this.authorization.begin(request);
    if ('location' in answer) return response.redirect(303, answer.location);
    if (answer.ask) {
      const { client, redirectUri, scopes } = answer.ask;
      const { origin, host } = new URL(redirectUri);
      addToPage(request, {
        // Chromium applies form-action to where a form is redirected, too (LESSONS F58).
        formTargets: [origin],
        values: {
          appName: client.name,
          consent: { ticket: answer.ticket, scopes, redirectHost: host },
        },
      });
    } else addToPage(request, { status: 400 });
    next();
  };
}
