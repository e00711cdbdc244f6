import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReadIdp } from '../identity-providers.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestCookies, type PendingRequest } from './request-cookies.ts';
import { REQUEST_LIFE_MS } from './saml-times.ts';

/** Requests to identity providers. Open ones are kept in the browser's cookies only, answered ones in the database. */
@Injectable()
export class SamlRequestsService {
  constructor(private readonly cookies: RequestCookies) {}

  /** Stores the request in a cookie. Returns its opaque RelayState. */
  keep(
    { idp, now }: ReadIdp,
    asked: Pick<PendingRequest, 'requestId' | 'redirectTarget' | 'testedById' | 'provesSession'>,
    request: RequestContext,
  ): string {
    const expiresAt = new Date(now.getTime() + REQUEST_LIFE_MS);
    return this.cookies.keep(request, { ...asked, identityProviderId: idp.id, expiresAt }, now);
  }

  /** The live requests of this browser to an identity provider, answered or not. */
  openAt({ idp, now }: ReadIdp, request: RequestContext): PendingRequest[] {
    return this.cookies
      .read(request)
      .filter(({ identityProviderId, expiresAt }) => identityProviderId === idp.id && expiresAt > now);
  }
}

/** A new ID for a request: unguessable, and not beginning with a digit (SAML core 1.3.4). */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}
