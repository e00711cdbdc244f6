import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Prisma, type Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { identityProviderOf, type IdentityProvider } from '../../accounts/identity-providers.service.ts';
import { run } from '../../database/statements.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestCookies, type PendingRequest } from './request-cookies.ts';
import { REQUEST_LIFE_MS } from './saml-times.ts';

/** An identity provider, and the database's time at which it was read: the clock by which requests end. */
type ReadIdp = { idp: IdentityProvider; now: Date };

/** What identity providers are asked: asking is kept by the browser alone, the database learns which are answered. */
@Injectable()
export class SamlRequestsService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    private readonly cookies: RequestCookies,
  ) {}

  /** The identity provider of a name, enabled or not. */
  async findIdp(name: string): Promise<ReadIdp | undefined> {
    const [row] = await run<IdentityProvider & { now: Date }>(
      this.pool,
      Prisma.sql`SELECT idp.*, now() FROM (${identityProviderOf(name)}) idp`,
    );
    if (!row) return undefined;
    const { now, ...idp } = row;
    return { idp, now };
  }

  /** Has the browser keep what is asked. Returns the opaque RelayState. */
  keep(
    { idp, now }: ReadIdp,
    asked: Pick<PendingRequest, 'requestId' | 'redirectTarget' | 'testedById'>,
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

  /** Notes that a request is answered, as part of the change it allows. Of any number of callers one is told yes. */
  async consume(transaction: Transaction, pending: PendingRequest): Promise<boolean> {
    return (await transaction.$executeRaw(answering(pending))) === 1;
  }

  /**
   * Notes that an assertion is used and the request is answered, if it answers one, and reads the row of `found` with it,
   * as part of the change they allow. Of any number of callers at once one is given the row, the others undefined. Both
   * are remembered for as long as they could be accepted. The identity provider is not switched off until the change is
   * made, and then ends the session that began with it.
   */
  async consumeWith<Row extends object>(
    transaction: Transaction,
    answer: {
      identityProviderId: string;
      pending: PendingRequest | undefined;
      assertionId: string;
      usableUntil: Date;
    },
    found: Prisma.Sql,
  ): Promise<Row | undefined> {
    const { identityProviderId, pending, assertionId, usableUntil } = answer;
    const isAnswered = pending
      ? Prisma.sql`(${answering(pending)} RETURNING true AS "isNew")`
      : Prisma.sql`(SELECT true AS "isNew")`;
    const [row] = await transaction.$queryRaw<Row[]>`
      WITH request AS ${isAnswered},
           assertion AS (
             INSERT INTO used_assertions (identity_provider_id, assertion_id, expires_at)
             VALUES (${identityProviderId}::uuid, ${assertionId}, ${usableUntil}) ON CONFLICT DO NOTHING
             RETURNING assertion_id
           ),
           enabled AS (SELECT FROM identity_providers WHERE id = ${identityProviderId}::uuid AND is_enabled FOR SHARE)
      SELECT found.* FROM (${found}) found
       WHERE EXISTS (SELECT FROM request) AND EXISTS (SELECT FROM assertion)
         AND EXISTS (SELECT FROM enabled)`;
    return row;
  }
}

/** A new ID for a request: unguessable, and not beginning with a digit (SAML core 1.3.4). */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

function answering({ identityProviderId, requestId, expiresAt }: PendingRequest): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO answered_requests (identity_provider_id, request_id, expires_at)
    SELECT ${identityProviderId}::uuid, ${requestId}, ${expiresAt}::timestamptz
     WHERE ${expiresAt}::timestamptz > now()
        ON CONFLICT DO NOTHING`;
}
