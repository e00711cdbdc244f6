import { Inject, Injectable } from '@nestjs/common';
import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import type { SamlProofOutcome, SsoCheck } from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { renewProof } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { proofPage, Rejections } from './rejections.ts';
import { CheckFailed } from './check.ts';
import { isLoginSince } from './request-cookies.ts';
import { findProvedAtFirstUse } from './sign-in.queries.ts';
import { replayed, type SignInResult } from './sign-in.service.ts';
import { isSecondFactor, type Person } from './stages.ts';
import { undoUnless } from './undo-unless.ts';

/** Why a response proves nothing, and what the browser learns of it. */
type NotProved = { failure: CheckFailed; proof: Exclude<SamlProofOutcome, 'ok'> };

const notProved = (proof: NotProved['proof'], check: SsoCheck, said: Sentence): NotProved => ({
  failure: new CheckFailed(check, [said]),
  proof,
});

/**
 * Renews the step-up of a session by a new login of its person at the company (decision 96). Signs nobody in.
 */
@Injectable()
export class CompanyProofService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly rejections: Rejections,
    private readonly audit: AuditService,
  ) {}

  /** Returns the session's new token. Of any number of copies of a response one proves. Throws `SsoRefused`. */
  async prove(person: Person, request: RequestContext): Promise<SignInResult> {
    const renew = (transaction: Transaction) => this.#renew(transaction, person, request);
    const outcome =
      notAsked(person) ?? (await undoUnless(this.prisma, renew, (renewed) => 'sessionToken' in renewed));
    if ('sessionToken' in outcome) return outcome;
    const { failure, proof } = outcome;
    return this.rejections.reject(failure, request, { idpName: person.idp.name, email: person.email, proof });
  }

  async #renew(
    transaction: Transaction,
    person: Person,
    request: RequestContext,
  ): Promise<SignInResult | NotProved> {
    const tokenHash = Buffer.from(person.answered?.provesSession ?? '', 'base64url');
    const found = await findProvedAtFirstUse(transaction, person, tokenHash);
    if (!found) return loggedOut();
    if (!found.isNew) return { failure: replayed(), proof: 'refused' };
    if (!found.isSamePerson)
      return notProved(
        'other-person',
        'account',
        sentence('It is about somebody else than who is logged in here.'),
      );
    const { userId, email } = found;
    const stepUp = { onWordOf: person.idp.id, hasSecondFactor: isSecondFactor(person) };
    const sessionToken = await renewProof(transaction, tokenHash, userId, stepUp);
    if (sessionToken === undefined) return loggedOut();
    const entry = { action: 'session.prove', outcome: 'ok', userId, email } as const;
    await this.audit.record({ ...entry, details: { by: 'company' } }, request, transaction);
    return { sessionToken, location: proofPage('ok') };
  }
}

function notAsked({ answered, loggedInAt }: Person): NotProved | undefined {
  if (!answered?.provesSession) return { failure: replayed(), proof: 'refused' };
  if (isLoginSince(answered, loggedInAt)) return undefined;
  return notProved(
    'not-asked',
    'time',
    sentence(
      'The identity provider did not ask who is there again, as ForceAuthn demands: AuthnInstant is {received}.',
      {
        received: loggedInAt
          ? loggedInAt.toISOString()
          : sentence('nothing ## in the place of a value that did not arrive'),
      },
    ),
  );
}

const loggedOut = () =>
  notProved(
    'logged-out',
    'account',
    sentence('The session that asked for it has ended meanwhile, or was confirmed otherwise.'),
  );
