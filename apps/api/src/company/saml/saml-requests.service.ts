import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import {
  cast,
  detached,
  expression,
  insertSelected,
  now,
  typedSql,
  type TypedSql,
} from '@foyer/db/typed-sql';
import type { ReadIdp } from '../identity-providers.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestCookies, type PendingRequest } from './request-cookies.ts';
import { REQUEST_LIFE_MS } from './saml-times.ts';

/** An assertion, and the request it answers, if it answers one. */
type Answer = {
  identityProviderId: string;
  pending: PendingRequest | undefined;
  assertionId: string;
  usableUntil: Date;
};

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

  /** Marks a request as answered, in the transaction of the change it allows. Of concurrent callers one gets true. */
  async consume(transaction: Transaction, pending: PendingRequest): Promise<boolean> {
    const answered = await answering(typedSql(transaction), pending).executeTakeFirst();
    return answered.numInsertedOrUpdatedRows === 1n;
  }
}

/**
 * Begins a statement that marks an assertion as used and its request as answered, together with the change they allow. Of
 * concurrent callers one finds rows in all three, `request`, `assertion` and `enabled`. Both marks stay as long as the
 * assertion could be accepted. The lock on the identity provider delays switching it off until the change is made, so that
 * switching off ends the new session, too.
 */
export function consuming(
  transaction: Transaction,
  { identityProviderId, pending, assertionId, usableUntil }: Answer,
) {
  return typedSql(transaction)
    .with('request', (into) =>
      pending
        ? answering(into, pending).returning('requestId')
        : into.selectNoFrom(cast(expression.val(''), 'text').as('requestId')),
    )
    .with('assertion', (into) =>
      into
        .insertInto('usedAssertions')
        .values({ identityProviderId, assertionId, expiresAt: usableUntil })
        .onConflict((conflict) => conflict.doNothing())
        .returning('assertionId'),
    )
    .with('enabled', (from) =>
      from
        .selectFrom('identityProviders')
        .select('id')
        .where('id', '=', identityProviderId)
        .where('isEnabled', '=', true)
        .forShare(),
    );
}

/** A new ID for a request: unguessable, and not beginning with a digit (SAML core 1.3.4). */
export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

function answering(
  into: Pick<TypedSql, 'insertInto'>,
  { identityProviderId, requestId, expiresAt }: PendingRequest,
) {
  return insertSelected(
    into.insertInto('answeredRequests'),
    ['identityProviderId', 'requestId', 'expiresAt'],
    () =>
      detached
        .selectNoFrom((row) => [
          row.val(identityProviderId).as('identityProviderId'),
          row.val(requestId).as('requestId'),
          row.val(expiresAt).as('expiresAt'),
        ])
        .where((row) => row(cast(row.val(expiresAt), 'timestamptz'), '>', now())),
  ).onConflict((conflict) => conflict.doNothing());
}
