import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_TEXTS_VERSION } from '@foyer/catalog/consents';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { PlanType } from '@foyer/catalog/plans';
import { emptyColumns, fromColumns } from '@foyer/contracts/form';
import type { StoredAnswers } from '@foyer/contracts/registration/password-link';
import {
  questionsBesideEmail,
  type RegisterByEmailBody,
  type SignUpAnswers,
} from '@foyer/contracts/registration/sign-up';
import { teamMemberQuestions } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ago, detached, now, typedSql } from '@foyer/db/typed-sql';
import { limits } from '../config/limits.ts';
import { isUniqueConflict } from '../database/conflicts.ts';
import { Problem } from '../request/problem.ts';
import type { RequestContext } from '../request/request-context.ts';
import { SignUpMails } from './sign-up/sign-up-mails.service.ts';
import { accountOf, type AnswerColumns } from './answer-columns.ts';
import type { Agreement } from '../consents/consents.service.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import {
  InvitationsService,
  type InvitedTo,
  type RegisteredFor,
} from '../invitations/invitations.service.ts';
import { InvitedAccounts } from './invited-accounts.service.ts';
import { isTaken } from '../identity/addresses.queries.ts';
import { OnboardingService, type NewUserSession } from './onboarding.service.ts';

/** What a registration holds. */
export type Registered = RegisteredFor &
  AnswerColumns & { email: string; plan: PlanType; language: LanguageTag };

/** Nobody is registered before the mail's link is used. */
export type VerificationSent = { verificationSentTo: string };

/** What the person decided on the link's page. */
export type Decided = {
  passwordHash: string;
  /** Answers changed on that page. */
  changed?: SignUpAnswers | undefined;
  /** The invitation has ended, and the person wants an account of their own all the same. */
  isWithoutInvitation?: boolean | undefined;
};

/** A registration whose address was just verified by a mailed link. */
export type ProvedRegistration = { registrationId: string; email: string };

/**
 * Sign-ups that wait for their address to be verified. One belongs to the browser that sent the form: sent again from
 * there it changes, sent from another one it stands beside, so that no stranger changes or ends what is not theirs.
 */
@Injectable()
export class RegistrationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly signUpMails: SignUpMails,
    private readonly onboarding: OnboardingService,
    private readonly invitations: InvitationsService,
    private readonly invited: InvitedAccounts,
  ) {}

  /**
   * Stores a browser's answers for an address and requests the mail that goes on with them; so does who has an invitation's
   * shared code, which proves no mailbox (invariant 12 of docs/security.md). The same statements for every address, in one
   * transaction, so that a taken address cannot be told apart (its invariants 4 and 7).
   */
  async ask(answers: Registered, browserHash: Uint8Array<ArrayBuffer>): Promise<VerificationSent> {
    const { email } = answers;
    await this.prisma.$transaction(async (transaction) => {
      // The wait's row first, as the job locks it: the answers of one address are then kept one after the other, and those of
      // an invitation lock that.
      await this.signUpMails.request(transaction, email, browserHash);
      await keepAnswers(transaction, answers, browserHash);
    });
    return { verificationSentTo: email };
  }

  /** The answers of a registration, in the names of the wire. */
  async find(registrationId: string): Promise<StoredAnswers | undefined> {
    const kept = await this.prisma.registration.findUnique({ where: { id: registrationId } });
    if (!kept) return undefined;
    return {
      ...fromColumns(questionsBesideEmail, kept),
      opt_in: kept.hasOptedIn ? 'Yes' : 'No',
      plan: kept.plan,
    };
  }

  /** The invitation by whose shared code a registration was made. */
  async findInvitation(registrationId: string): Promise<InvitedTo | undefined> {
    const kept = await this.prisma.registration.findUnique({
      where: { id: registrationId },
      select: { teamInvitationId: true, eventInvitationId: true },
    });
    return kept ? this.invitations.findOf(this.prisma, kept) : undefined;
  }

  /**
   * Creates the user of a verified registration, with a session, in the transaction that consumed the link: with a
   * team of their own, or, by an invitation's shared code, as what it invites to. Ends all registrations of the
   * address, and so their links. Throws `LinkUsed` when the address has an account by now, the state of an invitation
   * that has ended, and the seat gate's problem.
   */
  async becomeUser(
    transaction: Transaction,
    { registrationId, email }: ProvedRegistration,
    { passwordHash, changed, isWithoutInvitation }: Decided,
    request: RequestContext,
  ): Promise<NewUserSession & { plan: PlanType }> {
    const found = await transaction.registration.findUnique({
      where: { id: registrationId },
      omit: { id: true, address: true, browserHash: true },
    });
    if (!found) throw new Problem('LinkUsed');
    const { teamInvitationId, eventInvitationId, updatedAt: at, textVersion, ...kept } = found;
    // Who changes their answers agrees once more, by the text on that page.
    const agreed = changed ? undefined : { at, textVersion, language: kept.language };
    const account = { ...kept, ...(changed && accountOf(changed)), email, passwordHash };
    const invitedTo = await this.invitations.findOf(transaction, { teamInvitationId, eventInvitationId });
    try {
      if (!invitedTo) return await this.#makeOwner(transaction, account, request, agreed);
      if (isWithoutInvitation)
        return await this.#makeOwner(
          transaction,
          { ...account, plan: changed?.plan ?? 'free' },
          request,
          agreed,
        );
      const { plan } = account;
      return invitedTo.kind === 'team'
        ? {
            ...(await this.invited.makeMember(transaction, invitedTo, account, request, agreed)),
            plan: 'free',
          }
        : { ...(await this.invited.makeGuest(transaction, invitedTo, account, request, agreed)), plan };
    } catch (error) {
      throw isUniqueConflict(error, 'users_email_key') ? new Problem('LinkUsed') : error;
    }
  }

  async #makeOwner(
    transaction: Transaction,
    account: NewAccount & { company: string },
    request: RequestContext,
    agreed: Agreement | undefined,
  ): Promise<NewUserSession & { plan: PlanType }> {
    const { id: userId } = await createAccount(transaction, account);
    const { email, firstName, lastName, company: teamName, plan } = account;
    const newUser = { userId, email, firstName, lastName, teamName, plan, news: account, agreed };
    const welcomed = await this.onboarding.onboard(transaction, newUser, 'account.create', request);
    return { ...welcomed, plan };
  }
}

/** What the form of somebody without an invitation says. */
export function answersOf(body: RegisterByEmailBody, language: LanguageTag): Registered {
  return {
    language,
    ...emptyColumns(teamMemberQuestions),
    ...accountOf(body),
    ...{ email: body.email, sourceSite: body.sourceSite ?? '' },
    ...{ teamInvitationId: null, eventInvitationId: null },
  };
}

/**
 * Stores nothing where there is an account, unless by an invitation: the mail to its owner is about that then, not a link to a
 * password. Beyond the bound it stores nothing either: an existing registration is never evicted.
 */
export async function keepAnswers(
  transaction: Transaction,
  { email, ...answers }: Registered,
  browserHash: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const isInvited = (answers.teamInvitationId ?? answers.eventInvitationId) !== null;
  const kept = { ...answers, textVersion: CONSENT_TEXTS_VERSION };
  const columns = namesOf(kept);
  await typedSql(transaction)
    .insertInto('registrations')
    .columns(['address', 'browserHash', ...columns])
    .expression((from) =>
      detached
        .selectNoFrom((row) => [
          row.val(email).as('address'),
          row.val(browserHash).as('browserHash'),
          ...columns.map((column) => row.val(kept[column]).as(column)),
        ])
        .$if(!isInvited, (query) => query.where((row) => row.not(isTaken(row.val(email)))))
        .where(
          from
            .selectFrom('registrations')
            .select((row) => row.fn.countAll<number>().as('others'))
            .where('address', '=', email)
            .where('browserHash', '<>', browserHash)
            .where('updatedAt', '>', ago({ seconds: limits.registrations.seconds })),
          '<',
          limits.registrations.size,
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['address', 'browserHash']).doUpdateSet((row) => ({
        ...Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)])),
        updatedAt: now(),
      })),
    )
    .execute();
}

/** The names of a type's fields, each of which has to be a column. */
function namesOf<Row extends object>(row: Row): Extract<keyof Row, string>[] {
  const names: Extract<keyof Row, string>[] = [];
  for (const name in row) names.push(name);
  return names;
}
