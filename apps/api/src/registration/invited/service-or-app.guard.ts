import { applyDecorators, Injectable, UseGuards, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { OAuthScope } from '@foyer/contracts/connected-apps/oauth';
import type { Request } from 'express';
import { AppAccessService } from '../../connected-apps/app-access.service.ts';
import { bearerOf, AccessTokenGuard, ScopeOfRoute } from '../../connected-apps/require-scope.ts';
import { ServiceCredential } from '../../connected-apps/service-credential.ts';

/** Admits the diagramming product by its bearer credential, and apps by an access token (RFC 6750). */
@Injectable()
class ServiceOrAppGuard extends AccessTokenGuard {
  constructor(
    reflector: Reflector,
    appAccess: AppAccessService,
    private readonly serviceCredential: ServiceCredential,
  ) {
    super(reflector, appAccess);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    return this.serviceCredential.isGoodFor(bearerOf(request)) || super.canActivate(context);
  }
}

export const RequireServiceOrScope = (scope: OAuthScope) =>
  applyDecorators(ScopeOfRoute(scope), UseGuards(ServiceOrAppGuard));
