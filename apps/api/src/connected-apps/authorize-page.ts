import { Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { isOnDevice, redirectHostOf } from '@foyer/contracts/connected-apps/redirect-uri';
import type { NextFunction, Request, Response } from 'express';
import { AuthorizationService } from './oauth/authorization.service.ts';
import { hasRequestTime } from './oauth/fresh-logins.service.ts';

/** Answers `GET /oauth/authorize`. Also adds the app's name to the login page. */
@Injectable()
export class AuthorizePage {
  constructor(private readonly authorization: AuthorizationService) {}

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const waiting = waitingRequestOf(request);
    if (waiting !== undefined) {
      const appName = await this.authorization.nameOfApp(waiting);
      request.pageAdditions = {
        values: { appName, ...(hasRequestTime(waiting) ? { userEmail: '', session: undefined } : {}) },
      };
    }
    if (request.path !== pages.oauthAuthorize || request.method !== 'GET') return next();
    const answer = await this.authorization.begin(request.query, request.context);
    if (!answer) request.pageAdditions = { status: 400 };
    else if ('location' in answer) return response.redirect(303, answer.location);
    else {
      const { request: valid, ...consent } = answer;
      const { client, redirectUri, scopes } = valid;
      request.pageAdditions = {
        // Chromium also applies form-action to the redirect after a form post.
        formTargets: [formTargetOf(redirectUri)],
        values: {
          appName: client.name,
          consent: {
            ...{ ...consent, scopes },
            redirectHost: redirectHostOf(redirectUri),
            isOnDevice: isOnDevice(redirectUri),
          },
        },
      };
    }
    next();
  };
}

/**
 * Returns the CSP source for a redirect URI. For an IPv6 address, returns a wildcard host with its port, because CSP
 * has no syntax for such addresses (CSP 3, 2.3.1).
 */
function formTargetOf(redirectUri: string): string {
  const { origin, protocol, hostname, port } = new URL(redirectUri);
  if (origin === 'null') return protocol;
  return hostname.startsWith('[') ? `http://*:${port || '80'}` : origin;
}

function waitingRequestOf({ path, query: { redirect } }: Request): string | undefined {
  if (path !== pages.login || typeof redirect !== 'string') return undefined;
  return redirect.startsWith(`${pages.oauthAuthorize}?`) ? redirect : undefined;
}
