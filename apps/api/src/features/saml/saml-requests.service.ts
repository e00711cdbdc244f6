import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { identityProviderOf, type IdentityProvider } from '../../accounts/identity-providers.service.ts';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import { run } from '../../database/statements.ts';
import { REQUEST_LIFE_MS } from './saml-library.ts';

/** A sign-in that an identity provider was asked for and has not answered yet. */
export type PendingRequest = {
  requestId: string;
  relayStateHash: Uint8Array;
  redirectTarget: string;
  testedById: string | null;
};

const COLUMNS = Prisma.sql`
  request_id AS "requestId", relay_state_hash AS "relayStateHash", redirect_target AS "redirectTarget",
  tested_by_id AS "testedById"`;

/** Requests live in the database, because the answer may reach another replica. */
@Injectable()
export class SamlRequestsService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
  ) {}

  /** Notes a new request. `relayState` is the opaque handle that travels; only its hash stays. */
  async create(request: {
    identityProviderId: string;
    bindingHash: Uint8Array<ArrayBuffer>;
    redirectTarget: string;
    testedById: string | null;
  }): Promise<{ requestId: string; relayState: string }> {
    // SAML core 1.3.4: an identifier must not begin with a digit.
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const relayState = mintToken();
    await this.prisma.$executeRaw`
      INSERT INTO saml_requests (request_id, identity_provider_id, relay_state_hash, binding_hash, redirect_target,
                                 tested_by_id, expires_at)
      VALUES (${requestId}, ${request.identityProviderId}::uuid, ${hashToken(relayState)}, ${request.bindingHash},
              ${request.redirectTarget}, ${request.testedById}::uuid,
              now() + make_interval(secs => ${REQUEST_LIFE_MS / 1000}))`;
    return { requestId, relayState };
  }

  /** The identity provider of a name, and the live request to it of this browser that has the handle. */
  async findByRelayState(
    idpName: string,
    relayState: string | null | undefined,
    bindingHash: Uint8Array | undefined,
  ): Promise<{ idp: IdentityProvider; pending: PendingRequest | undefined } | undefined> {
    const [row] = await run<IdentityProvider & (PendingRequest | Record<keyof PendingRequest, null>)>(
      this.pool,
      Prisma.sql`
        SELECT idp.*, ${COLUMNS}
          FROM (${identityProviderOf(idpName)}) idp
          LEFT JOIN saml_requests ON identity_provider_id = idp.id AND expires_at > now()
               AND relay_state_hash = ${relayState ? hashToken(relayState) : null}
               AND binding_hash = ${bindingHash ?? null}`,
    );
    if (!row) return undefined;
    const { requestId, relayStateHash, redirectTarget, testedById, ...idp } = row;
    const pending =
      requestId === null ? undefined : { requestId, relayStateHash, redirectTarget, testedById };
    return { idp, pending };
  }

  /** The live request of this browser that has the ID. */
  async findById(
    identityProviderId: string,
    requestId: string,
    bindingHash: Uint8Array,
  ): Promise<PendingRequest | undefined> {
    const [row] = await this.prisma.$queryRaw<PendingRequest[]>`
      SELECT ${COLUMNS} FROM saml_requests
       WHERE request_id = ${requestId} AND identity_provider_id = ${identityProviderId}::uuid
         AND binding_hash = ${bindingHash} AND expires_at > now()`;
    return row;
  }

  /** Uses a request up, as part of the change it allows. Of any number of callers at once one is told yes. */
  async consume(transaction: Transaction, identityProviderId: string, requestId: string): Promise<boolean> {
    return (await transaction.$executeRaw(deletionOf(identityProviderId, requestId))) === 1;
  }

  /**
   * Uses up an assertion and the request it answers, if it answers one, and reads the row of `found` with it, as part of
   * the change they allow. Of any number of callers at once one is given the row, the others undefined. An assertion is
   * remembered for as long as it could be accepted.
   */
  async consumeWith<Row extends object>(
    transaction: Transaction,
    answer: {
      identityProviderId: string;
      requestId: string | undefined;
      assertionId: string;
      usableUntil: Date;
    },
    found: Prisma.Sql,
  ): Promise<Row | undefined> {
    const { identityProviderId, requestId, assertionId, usableUntil } = answer;
    const [row] = await transaction.$queryRaw<Row[]>`
      WITH request AS (${deletionOf(identityProviderId, requestId)} RETURNING request_id),
           assertion AS (
             INSERT INTO used_assertions (identity_provider_id, assertion_id, expires_at)
             VALUES (${identityProviderId}::uuid, ${assertionId}, ${usableUntil}) ON CONFLICT DO NOTHING
             RETURNING assertion_id
           )
      SELECT found.* FROM (${found}) found
       WHERE (${requestId === undefined} OR EXISTS (SELECT FROM request)) AND EXISTS (SELECT FROM assertion)`;
    return row;
  }
}

function deletionOf(identityProviderId: string, requestId: string | undefined): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM saml_requests
     WHERE identity_provider_id = ${identityProviderId}::uuid AND request_id = ${requestId ?? null}
       AND expires_at > now()`;
}
