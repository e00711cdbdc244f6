import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { hashToken, mintToken } from '../../credentials/secret-token.ts';
import { REQUEST_LIFE_MS } from './saml-library.ts';

/** A sign-in that an identity provider was asked for and has not answered yet. */
export type PendingRequest = {
  requestId: string;
  relayStateHash: Uint8Array;
  redirectTarget: string;
  testedById: string | null;
};

/** Requests live in the database, because the answer may reach another replica. */
@Injectable()
export class SamlRequestsService {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

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

  /** The live request of this browser that has the handle. */
  async findByRelayState(
    identityProviderId: string,
    relayState: string,
    bindingHash: Uint8Array,
  ): Promise<PendingRequest | undefined> {
    const [row] = await this.prisma.$queryRaw<PendingRequest[]>`
      SELECT request_id AS "requestId", relay_state_hash AS "relayStateHash", redirect_target AS "redirectTarget",
             tested_by_id AS "testedById"
        FROM saml_requests
       WHERE relay_state_hash = ${hashToken(relayState)} AND identity_provider_id = ${identityProviderId}::uuid
         AND binding_hash = ${bindingHash} AND expires_at > now()`;
    return row;
  }

  /** The live request of this browser that has the ID. */
  async findById(
    identityProviderId: string,
    requestId: string,
    bindingHash: Uint8Array,
  ): Promise<PendingRequest | undefined> {
    const [row] = await this.prisma.$queryRaw<PendingRequest[]>`
      SELECT request_id AS "requestId", relay_state_hash AS "relayStateHash", redirect_target AS "redirectTarget",
             tested_by_id AS "testedById"
        FROM saml_requests
       WHERE request_id = ${requestId} AND identity_provider_id = ${identityProviderId}::uuid
         AND binding_hash = ${bindingHash} AND expires_at > now()`;
    return row;
  }

  /** Uses a request up, as part of the change it allows. Of any number of callers at once one is told yes. */
  async consume(transaction: Transaction, identityProviderId: string, requestId: string): Promise<boolean> {
    const deleted = await transaction.$executeRaw`
      DELETE FROM saml_requests
       WHERE identity_provider_id = ${identityProviderId}::uuid AND request_id = ${requestId} AND expires_at > now()`;
    return deleted === 1;
  }

  /** Uses an assertion up in the same way. It is remembered for as long as it could be accepted. */
  async consumeAssertion(
    transaction: Transaction,
    identityProviderId: string,
    assertionId: string,
    usableUntil: Date,
  ): Promise<boolean> {
    const inserted = await transaction.$executeRaw`
      INSERT INTO used_assertions (identity_provider_id, assertion_id, expires_at)
      VALUES (${identityProviderId}::uuid, ${assertionId}, ${usableUntil}) ON CONFLICT DO NOTHING`;
    return inserted === 1;
  }
}
