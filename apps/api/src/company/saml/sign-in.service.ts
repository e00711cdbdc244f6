import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '@foyer/catalog/subscription-states';
import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import type { SamlProofOutcome, SsoCheck } from '@foyer/contracts/company/saml';
import { asksForLogin } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { applyStepUp } from '../../identity/session.service.ts';
import { Admission } from '../../identity/admission.service.ts';
import { PendingIdentitiesService } from '../decisions/pending-identities.service.ts';
import {
  AuditService,
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
} from '../../audit/audit.service.ts';
import { isUniqueConflict, retryConflicts } from '../../database/conflicts.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CheckFailed, VALUE_MISSING } from './check.ts';
import { findAccountAtFirstUse } from './provisioning.queries.ts';
import { ProvisioningService, type NotProvisioned, type Provisioned } from './provisioning.service.ts';
import { isLoginSince } from './request-cookies.ts';
import { stepUpPage, Rejections } from './rejections.ts';
import { findProvedAtFirstUse, recordSignIn } from './sign-in.queries.ts';
import { SsoRedirect } from './sso-redirect.ts';
import { isSecondFactor, type VerifiedSignIn } from './stages.ts';
import { rollBackUnless } from './roll-back-unless.ts';

/** Without `location`, the browser goes to the page that the visitor requested. */
export type SignInResult = { sessionToken: string; location?: string };

type Outcome = ({ how: 'signed-in' } & SignInResult) | Exclude<NotProvisioned, { how: 'overtaken' }>;

const restrictedStartPages: Record<Access, string | undefined> = {
  full: undefined,
  billing: pages.proUpgrade,
  'ended-member': pages.login,
  leaving: pages.login,
  'second-factor': pages.setUpFactor,
};

/** In the security log, these entries precede the entry of the sign-in. */
const accountEvents = {
  known: [],
  linked: ['sso.link'],
  created: ['account.create'],
} as const satisfies Record<Provisioned['how'], AuditAction[]>;

const NEVER = new Date(0);

const replayed = () =>
  new CheckFailed('request', [
    sentence(
      'company.signIn.usedOrExpired',
      'The response was already used or has expired, or the identity provider was turned off in the meantime.',
    ),
  ]);

/** The browser learns `proof`, but not `failure`. */
type StepUpFailure = { failure: CheckFailed; proof: Exclude<SamlProofOutcome, 'ok'> };

const stepUpFailure = (proof: StepUpFailure['proof'], check: SsoCheck, said: Sentence): StepUpFailure => ({
  failure: new CheckFailed(check, [said]),
  proof,
});

@Injectable()
export class SignInService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly rejections: Rejections,
    private readonly provisioning: ProvisioningService,
    private readonly admission: Admission,
    private readonly pending: PendingIdentitiesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Only one of several concurrent copies of a response signs in. If the response does not sign the person in, for
   * example because no seat is free, the transaction is rolled back, so the response does not count as used.
   */
  async signIn(person: VerifiedSignIn, request: RequestContext): Promise<SignInResult> {
    const outcome = await this.#decide(person, request).catch((error: unknown) => {
      // The browser gets a 303, so the HTTP metrics do not show this failure.
      this.audit.report({ action: 'sso.login', outcome: 'InternalError', email: person.email }, request);
      throw error;
    });
    switch (outcome.how) {
      case 'signed-in':
        return outcome;
      case 'refused':
        return this.rejections.reject(outcome.failure, request, {
          idpName: person.idp.name,
          email: person.email,
        });
      case 'withheld':
        throw new SsoRedirect(outcome.reason === 'Deactivated' ? pages.samlSuspended : pages.samlPending);
      case 'no-seat':
        await this.pending.requestSeatFor(person, request);
        throw new SsoRedirect(pages.samlOverage);
    }
  }

  async #decide(person: VerifiedSignIn, request: RequestContext): Promise<Outcome> {
    const signIn = (transaction: Transaction) => this.#signIn(transaction, person, request);
    return retryConflicts(async () => {
      const outcome = await rollBackUnless(this.prisma, signIn, ({ how }) => how === 'signed-in');
      if (outcome.how === 'overtaken') throw new Overtaken();
      if (outcome.how === 'withheld' && !(await this.pending.withhold(outcome, person, request)))
        throw new Overtaken();
      return outcome;
    }, isOvertaken);
  }

  async #signIn(
    transaction: Transaction,
    person: VerifiedSignIn,
    request: RequestContext,
  ): Promise<Outcome | NotProvisioned> {
    const found = await findAccountAtFirstUse(transaction, person);
    if (!found) return { how: 'refused', failure: replayed() };
    const opened = await this.provisioning.provision(transaction, found, person, request.language);
    if (!('userId' in opened)) return opened;
    const { how, userId, email, changed } = opened;
    const { isDeletionPending, teamSince, createdAt } = found.user ?? {
      isDeletionPending: false,
      teamSince: found.readAt,
      createdAt: found.readAt,
    };
    const { access, outcome, sessionToken } = await this.admission.admitByCompany(
      transaction,
      { ...found, id: userId, isDeletionPending, teamSince, createdAt },
      {
        by: 'company',
        hasSecondFactor: isSecondFactor(person),
        endsAt: person.sessionEnd,
        authenticatedAt: authenticatedAtOf(person),
        dependsOnIdp: person.idp.id,
      },
      request,
    );
    const event = (action: AuditAction, what: string, details: AuditDetails = {}): AuditEntry => {
      return { action, outcome: what, userId, email, details };
    };
    const events = [
      ...accountEvents[how].map((action) => event(action, 'ok')),
      ...(changed.length > 0 ? [event('sso.profile', 'ok', { changed: changed.join(' ') })] : []),
      event('sso.login', outcome),
    ];
    await recordSignIn(transaction, person, email);
    await this.audit.write(events, request, transaction);
    for (const one of events) this.audit.report(one, request);
    request.userId = userId;
    const location = locationOf(access, person.redirectTarget);
    return { how: 'signed-in', sessionToken, ...(location === undefined ? {} : { location }) };
  }

  /**
   * Renews a session's step-up after a new login of its user at the company (decision 96). Starts no session. Returns
   * the session's new token. Only one of several concurrent copies of a response counts. Throws `SsoRedirect`.
   */
  async stepUp(person: VerifiedSignIn, request: RequestContext): Promise<SignInResult> {
    const renew = (transaction: Transaction) => this.#renew(transaction, person, request);
    const outcome =
      findStepUpFailure(person) ??
      (await rollBackUnless(this.prisma, renew, (renewed) => 'sessionToken' in renewed));
    if ('sessionToken' in outcome) return outcome;
    const { failure, proof } = outcome;
    return this.rejections.reject(failure, request, { idpName: person.idp.name, email: person.email, proof });
  }

  async #renew(
    transaction: Transaction,
    person: VerifiedSignIn,
    request: RequestContext,
  ): Promise<SignInResult | StepUpFailure> {
    const tokenHash = Buffer.from(person.answered?.provesSession ?? '', 'base64url');
    const found = await findProvedAtFirstUse(transaction, person, tokenHash);
    if (!found) return loggedOut();
    if (!found.isNew) return { failure: replayed(), proof: 'refused' };
    if (!found.isSamePerson)
      return stepUpFailure(
        'other-person',
        'account',
        sentence(
          'company.signIn.otherPerson',
          'The response is for a different person than the one logged in here.',
        ),
      );
    const { userId, email } = found;
    const stepUp = { dependsOnIdp: person.idp.id, hasSecondFactor: isSecondFactor(person) };
    const sessionToken = await applyStepUp(transaction, tokenHash, userId, stepUp);
    if (sessionToken === undefined) return loggedOut();
    const entry = { action: 'session.prove', outcome: 'ok', userId, email } as const;
    await this.audit.record({ ...entry, details: { by: 'company' } }, request, transaction);
    return { sessionToken, location: stepUpPage('ok') };
  }
}

function locationOf(access: Access, redirect: string | undefined): string | undefined {
  const place = restrictedStartPages[access];
  return access === 'second-factor' && redirect ? `${place}?${new URLSearchParams({ redirect })}` : place;
}

/**
 * Returns the time of the login at the company, or `NEVER` if the company states none. Returns null, which is stored as
 * the current time, if the login answers a request for a new login.
 */
function authenticatedAtOf({ answered, loggedInAt }: VerifiedSignIn): Date | null {
  const isAnswer = answered && asksForLogin(answered.redirectTarget) && isLoginSince(answered, loggedInAt);
  return isAnswer ? null : (loggedInAt ?? NEVER);
}

class Overtaken extends Error {}

function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Overtaken ||
    isUniqueConflict(error, 'users_email_key', 'sso_identities_identity_provider_id_name_id_key')
  );
}

function findStepUpFailure({ answered, loggedInAt }: VerifiedSignIn): StepUpFailure | undefined {
  if (!answered?.provesSession) return { failure: replayed(), proof: 'refused' };
  if (isLoginSince(answered, loggedInAt)) return undefined;
  return stepUpFailure(
    'not-asked',
    'time',
    sentence(
      'company.signIn.notReauthenticated',
      'ForceAuthn requires a new login, but the identity provider didn’t ask for one. AuthnInstant is {received}.',
      {
        received: loggedInAt ? loggedInAt.toISOString() : VALUE_MISSING,
      },
    ),
  );
}

const loggedOut = () =>
  stepUpFailure(
    'logged-out',
    'account',
    sentence(
      'company.signIn.sessionEnded',
      'The session that asked for this confirmation has ended, or was confirmed another way.',
    ),
  );
