import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '@foyer/catalog/subscription-states';
import { sentence } from '@foyer/catalog/words/sentence';
import { asksForLogin } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { detached, together } from '@foyer/db/typed-sql';
import { LoginGate, outcomeOf } from '../../identity/login-gate.service.ts';
import { OwnerNoticeService } from '../../teams/owner-notice.service.ts';
import { deleteSeatRequest, requestSeat } from '../../teams/seat-requests.queries.ts';
import { PendingCookie } from '../decisions/pending-cookie.ts';
import { PendingIdentitiesService } from '../decisions/pending-identities.service.ts';
import { AuditService, type AuditAction, type AuditDetails } from '../../audit/audit.service.ts';
import { isSeatLimitError, isUniqueConflict, retryConflicts } from '../../database/conflicts.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AssertionConsumerService } from './assertion-consumer.service.ts';
import { CheckFailed } from './check.ts';
import {
  AccountWithheld,
  finding,
  Overtaken,
  ProvisioningService,
  type Found,
  type Provisioned,
} from './provisioning.service.ts';
import { isLoginSince } from './request-cookies.ts';
import { consuming } from './saml-requests.service.ts';
import { SsoRefused } from './sso-refused.ts';
import { isSecondFactor, type Person } from './stages.ts';

export type SignInResult = { sessionToken: string; location: string };

/** Where a restricted session lands; the login page tells what is left to do. */
const placesOfRestricted: Record<Access, string | undefined> = {
  full: undefined,
  billing: pages.proUpgrade,
  'ended-member': pages.login,
  leaving: pages.login,
  'second-factor': pages.setUpFactor,
};

/** What the security log says of an account before the sign-in itself. */
const accountEvents = {
  known: [],
  linked: ['sso.link'],
  created: ['account.create'],
} as const satisfies Record<Provisioned['how'], AuditAction[]>;

const NEVER = new Date(0);

const redirectQuery = (redirect: string) => new URLSearchParams({ redirect }).toString();

export const replayed = () =>
  new CheckFailed('request', [
    sentence(
      'It has been used already, or its time ran out or the identity provider was switched off meanwhile.',
    ),
  ]);

/** The last stage: signs in the person of a response. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly consumer: AssertionConsumerService,
    private readonly provisioning: ProvisioningService,
    private readonly gate: LoginGate,
    private readonly redirectTargets: RedirectTargets,
    private readonly owners: OwnerNoticeService,
    private readonly pending: PendingIdentitiesService,
    private readonly pendingCookie: PendingCookie,
    private readonly audit: AuditService,
  ) {}

  /**
   * In one transaction the request and the assertion are used up, the user is found or made, and the session begins: of any
   * number of copies one signs in. If no seat is free, or the account is withheld, all of it is undone, and the same
   * response works later. Throws `SsoRefused`.
   */
  async signIn(person: Person, request: RequestContext): Promise<SignInResult> {
    try {
      return await retryConflicts(() => this.#try(person, request), isOvertaken);
    } catch (error) {
      if (error instanceof CheckFailed)
        return this.consumer.refuse(error, request, { idpName: person.idp.name, email: person.email });
      if (isSeatLimitError(error)) return this.#askForSeat(person, request);
      // The browser gets a 303, so the count of answers does not show this failure.
      if (!(error instanceof SsoRefused))
        this.audit.report({ action: 'sso.login', outcome: 'InternalError', email: person.email }, request);
      throw error;
    }
  }

  async #try(person: Person, request: RequestContext): Promise<SignInResult> {
    try {
      return await this.prisma.$transaction((transaction) => this.#signIn(transaction, person, request));
    } catch (error) {
      if (error instanceof AccountWithheld) return this.#withhold(error, person, request);
      throw error;
    }
  }

  async #signIn(transaction: Transaction, person: Person, request: RequestContext): Promise<SignInResult> {
    const found = await this.#consume(transaction, person);
    const { how, userId, email, changed } = await this.provisioning.provision(
      transaction,
      found,
      person,
      request.language,
    );
    const { idp, nameId } = person;
    // Who is made here is new in the team.
    const { isLeaving, teamSince, createdAt } = found.user ?? {
      isLeaving: false,
      teamSince: found.readAt,
      createdAt: found.readAt,
    };
    const { access, token, statement } = this.gate.starting(
      { ...found, id: userId, isLeaving, teamSince, createdAt },
      {
        by: 'company',
        hasSecondFactor: isSecondFactor(person),
        endsAt: person.sessionEnd,
        provedAt: provedAtOf(person),
        onWordOf: idp.id,
      },
      request,
    );
    const event = (action: AuditAction, outcome: string, details: AuditDetails = {}) =>
      this.audit.recording({ action, outcome, userId, email, details }, request);
    const events = [
      ...accountEvents[how].map((action) => event(action, 'ok')),
      ...(changed.length > 0 ? [event('sso.profile', 'ok', { changed: changed.join(' ') })] : []),
      event('sso.login', outcomeOf(access)),
    ];
    await together(
      transaction,
      deleteSeatRequest(idp.teamId, email),
      detached
        .updateTable('ssoIdentities')
        .set({ hasSecondFactor: person.isMultiFactor })
        .where('identityProviderId', '=', idp.id)
        .where('nameId', '=', nameId)
        .where('hasSecondFactor', '<>', person.isMultiFactor),
      ...events.map((one) => one.statement),
      statement,
    );
    for (const { report } of events) report();
    request.userId = userId;
    const { redirectTarget } = person;
    const back = access === 'second-factor' && redirectTarget ? `?${redirectQuery(redirectTarget)}` : '';
    const place = placesOfRestricted[access];
    const location = place ? place + back : this.redirectTargets.decide(redirectTarget);
    return { sessionToken: token, location };
  }

  async #consume(transaction: Transaction, person: Person): Promise<Found> {
    const { idp, answered, assertionId, usableUntil } = person;
    const found = await consuming(transaction, {
      identityProviderId: idp.id,
      pending: answered,
      assertionId,
      usableUntil,
    })
      .selectFrom(finding(person).as('found'))
      .selectAll()
      .where((row) => row.exists(row.selectFrom('request').select('requestId')))
      .where((row) => row.exists(row.selectFrom('assertion').select('assertionId')))
      .where((row) => row.exists(row.selectFrom('enabled').select('id')))
      .executeTakeFirst();
    if (!found) throw replayed();
    return found;
  }

  /** Keeps in the browser whom the company vouches for. Returns the page that says what they can do. */
  async #withhold(
    { reason, user }: AccountWithheld,
    person: Person,
    request: RequestContext,
  ): Promise<never> {
    const withhold = async (transaction: Transaction) => {
      const entry = { action: 'sso.withheld', outcome: reason, userId: user.id, email: user.email } as const;
      await this.audit.record(entry, request, transaction);
      if (reason === 'Deactivated') return undefined;
      const { idp, nameId } = person;
      const claim = { identityProviderId: idp.id, teamId: idp.teamId, userId: user.id, nameId, person };
      const kept = await this.pending.keep(
        transaction,
        claim,
        person.answered !== undefined,
        reason === 'NeedsOwner' || reason === 'AddressReserved',
      );
      if (!kept) throw new Overtaken();
      return kept;
    };
    const pending = await retryConflicts(() => this.prisma.$transaction(withhold));
    if (!pending) throw new SsoRefused(pages.samlSuspended);
    this.pendingCookie.write(request, pending);
    throw new SsoRefused(pages.samlPending);
  }

  /** Tells the owner, once a person, that somebody waits for a seat. */
  async #askForSeat(person: Person, request: RequestContext): Promise<never> {
    const { email, firstName, lastName } = person;
    const { teamId } = person.idp;
    await this.prisma.$transaction(async (transaction) => {
      const { isNew } = await requestSeat(transaction, { teamId, email, firstName, lastName });
      if (isNew) await this.owners.ask(transaction, teamId, 'seats-requested');
      await this.audit.record(
        { action: 'sso.overage', outcome: 'SeatLimitReached', email },
        request,
        transaction,
      );
    });
    throw new SsoRefused(pages.samlOverage);
  }
}

/**
 * When they logged in: at the company, which may have been long ago; now, where a request for a new login was answered by one.
 */
function provedAtOf({ answered, loggedInAt }: Person): Date | null {
  const isAnswer = answered && asksForLogin(answered.redirectTarget) && isLoginSince(answered, loggedInAt);
  return isAnswer ? null : (loggedInAt ?? NEVER);
}

/** A concurrent call made the same user, or accepted the same invitation: try again. */
function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Overtaken ||
    isUniqueConflict(error, 'users_email_key', 'sso_identities_identity_provider_id_name_id_key') ||
    (error instanceof Problem && error.code === 'InvitationUsed')
  );
}
