import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { Request } from 'express';
import { restrictToOriginsOf } from '../http/cross-origin.ts';
import { OAuthError } from '../http/oauth-error.ts';
import { AppAccessService, type AppAccess } from './app-access.service.ts';

declare module 'express-serve-static-core' {
  interface Request {
    appAccess?: AppAccess;
  }
}

const SCOPE = 'scope-for-app';
const BEARER = /^Bearer ([\w.~+/-]{1,200}=*)$/i;

/**
 * Accepts a token only in the `Authorization` header (RFC 6750 2.1). Throws `invalid_request` if the URL or body has
 * a token too (RFC 6750 2).
 */
export function bearerOf(request: Request): string | undefined {
  const body: unknown = request.body;
  const isInBody = typeof body === 'object' && body !== null && 'access_token' in body;
  if (request.get('authorization') !== undefined && ('access_token' in request.query || isInBody))
    throw new OAuthError('invalid_request', 'Send the access token in the Authorization header only.', {
      challenge: 'Bearer realm="oauth", error="invalid_request"',
    });
  return bearerInHeader(request);
}

/** Does not check for another token in the URL or body. */
export function bearerInHeader(request: Request): string | undefined {
  return BEARER.exec(request.get('authorization') ?? '')?.[1];
}

/** Throws 401 `invalid_token`, 403 `insufficient_scope`, and the error of `bearerOf`. */
@Injectable()
export class AccessTokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly appAccess: AppAccessService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const scope = this.reflector.get<OAuthScope>(SCOPE, context.getHandler());
    const token = bearerOf(request);
    if (token === undefined)
      throw new OAuthError('invalid_token', 'Send an access token in the Authorization header.', {
        challenge: 'Bearer realm="oauth"',
      });
    const access = await this.appAccess.find(token);
    if (access) restrictToOriginsOf(access, request);
    else
      throw new OAuthError('invalid_token', 'The access token is unknown, expired or revoked.', {
        challenge: 'Bearer realm="oauth", error="invalid_token"',
      });
    if (!access.scopes.includes(scope))
      throw new OAuthError('insufficient_scope', `The access token lacks the scope ${scope}.`, {
        challenge: `Bearer realm="oauth", error="insufficient_scope", scope="${scope}"`,
      });
    request.appAccess = access;
    request.context.userId = access.user.id;
    return true;
  }
}

export const RequireScope = (scope: OAuthScope) =>
  applyDecorators(ScopeOfRoute(scope), UseGuards(AccessTokenGuard));

/** Adds no guard, because the route's own guard also admits other callers. */
export const ScopeOfRoute = (scope: OAuthScope) => SetMetadata(SCOPE, scope);

export const CurrentAccess = createParamDecorator((_: unknown, context: ExecutionContext): AppAccess => {
  const { appAccess: access } = context.switchToHttp().getRequest<Request>();
  if (!access) throw new Error('CurrentAccess needs RequireScope on the route');
  return access;
});
