import { Inject, Injectable } from '@nestjs/common';
import { sentence } from '@foyer/catalog/words/sentence';
import type { SamlProofOutcome } from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { flag } from '@foyer/db/typed-sql';
import { AuditService } from '../../audit/audit.service.ts';
import { SessionService } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AssertionConsumerService, proofPage } from './assertion-consumer.service.ts';
import { CheckFailed } from './check.ts';
import { isLoginSince, type PendingRequest } from './request-cookies.ts';
import { consuming } from './saml-requests.service.ts';
import { replayed, type SignInResult } from './sign-in.service.ts';
import { isSecondFactor, type Person } from './stages.ts';

/** What a check says of a proof, and what the browser learns of it. */
class ProofFailed extends CheckFailed {
  constructor(
    readonly proof: Exclude<SamlProofOutcome, 'ok'>,
    ...failure: ConstructorParameters<typeof CheckFailed>
  ) {
    super(...failure);
  }
}

/**
 * Proving once more who is there, by logging in again at one's company (decision 96). It signs nobody in: it renews the proof of the
 * session that asked for it, for the person whose session it is.
 */
@Injectable()
export class CompanyProofService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly consumer: AssertionConsumerService,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the session's new token. Of any number of copies of a response one proves. Throws `SsoRefused`. */
  async prove(person: Person, request: RequestContext): Promise<SignInResult> {
    try {
      const { answered } = person;
      if (!answered?.provesSession) throw replayed();
      const tokenHash = Buffer.from(answered.provesSession, 'base64url');
      requireFreshLogin(person, answered);
      const sessionToken = await this.prisma.$transaction((transaction) =>
        this.#renew(transaction, person, tokenHash, request),
      );
      return { sessionToken, location: proofPage('ok') };
    } catch (error) {
      if (!(error instanceof CheckFailed)) throw error;
      const proof = error instanceof ProofFailed ? error.proof : 'refused';
      return this.consumer.refuse(error, request, { idpName: person.idp.name, email: person.email, proof });
    }
  }

  async #renew(
    transaction: Transaction,
    person: Person,
    tokenHash: Uint8Array<ArrayBuffer>,
    request: RequestContext,
  ): Promise<string> {
    const { idp, answered, assertionId, usableUntil, nameId } = person;
    const found = await consuming(transaction, {
      identityProviderId: idp.id,
      pending: answered,
      assertionId,
      usableUntil,
    })
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .select(['s.userId', 'u.email'])
      .select((row) => [
        flag(
          row.and([
            row.exists(row.selectFrom('request').select('requestId')),
            row.exists(row.selectFrom('assertion').select('assertionId')),
            row.exists(row.selectFrom('enabled').select('id')),
          ]),
        ).as('isNew'),
        flag(
          row.exists(
            row
              .selectFrom('ssoIdentities as i')
              .select('i.id')
              .where('i.identityProviderId', '=', idp.id)
              .where('i.nameId', '=', nameId)
              .whereRef('i.userId', '=', 's.userId'),
          ),
        ).as('isSamePerson'),
      ])
      .where('s.tokenHash', '=', tokenHash)
      .where('u.deactivatedAt', 'is', null)
      .executeTakeFirst();
    if (!found) throw loggedOut();
    if (!found.isNew) throw replayed();
    if (!found.isSamePerson)
      throw new ProofFailed('other-person', 'account', [
        sentence('It is about somebody else than who is logged in here.'),
      ]);
    const { userId, email } = found;
    const stepUp = { onWordOf: idp.id, hasSecondFactor: isSecondFactor(person) };
    const token = await this.sessions.renewProof(transaction, tokenHash, userId, stepUp);
    if (token === undefined) throw loggedOut();
    const entry = { action: 'session.prove', outcome: 'ok', userId, email } as const;
    await this.audit.record({ ...entry, details: { by: 'company' } }, request, transaction);
    return token;
  }
}

function requireFreshLogin({ loggedInAt }: Person, answered: PendingRequest): void {
  if (isLoginSince(answered, loggedInAt)) return;
  throw new ProofFailed('not-asked', 'time', [
    sentence(
      'The identity provider did not ask who is there again, as ForceAuthn demands: AuthnInstant is {received}.',
      {
        received: loggedInAt
          ? loggedInAt.toISOString()
          : sentence('nothing ## in the place of a value that did not arrive'),
      },
    ),
  ]);
}

const loggedOut = () =>
  new ProofFailed('logged-out', 'account', [
    sentence('The session that asked for it has ended meanwhile, or was confirmed otherwise.'),
  ]);
