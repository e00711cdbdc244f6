import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { hashToken } from '../../credentials/secret-token.ts';
import { Refusal } from '../../http/refusal.ts';

/** Lets in the diagramming product by its bearer credential (RFC 6750). Without a configured one nobody gets in. */
@Injectable()
export class ServiceCredentialGuard implements CanActivate {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const given = /^Bearer ([\w-]{32,200})$/.exec(request.get('authorization') ?? '')?.[1];
    const isKnown =
      given !== undefined &&
      this.env.SERVICE_CREDENTIAL.some((one) => timingSafeEqual(hashToken(given), hashToken(one)));
    if (!isKnown) throw new Refusal('SignInRequired');
    return true;
  }
}

/** Marks a route as one for the diagramming product. */
export const ForService = () => UseGuards(ServiceCredentialGuard);
