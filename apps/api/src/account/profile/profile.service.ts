import { Inject, Injectable } from '@nestjs/common';
import type { LanguageTag } from '@foyer/catalog/languages';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { timeZoneNamed } from '@foyer/catalog/time-zones';
import { fieldProblems } from '@foyer/contracts/field-problems';
import {
  profileQuestions,
  toProfileAnswers,
  type ProfileBody,
  type ProfileReply,
} from '@foyer/contracts/account/profile';
import { toColumns } from '@foyer/contracts/form';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { TEAM_CUSTOMER_QUEUE } from '@foyer/mail/queues';
import { ConsentsService } from '../../consents/consents.service.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { changeProfile, chooseLanguage } from '../../identity/users.queries.ts';
import { findManagingCompany } from '../../company/identity-providers.queries.ts';
import { placeColumns } from '../../registration/answer-columns.ts';
import { requireOwner } from '../../identity/access.ts';
import { renameTeam } from '../../teams/teams.queries.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

const columns = {
  firstName: true,
  lastName: true,
  phone: true,
  jobTitle: true,
  company: true,
  countryCode: true,
  stateCode: true,
  countryIntegrationValue: true,
  stateIntegrationValue: true,
  hasOptedIn: true,
  language: true,
  timeZone: true,
} as const;

@Injectable()
export class ProfileService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly consents: ConsentsService,
  ) {}

  async describe(session: Session, language: LanguageTag): Promise<ProfileReply> {
    const { userId, isOwner, user } = session;
    const row = await this.prisma.user.findUniqueOrThrow({ where: { id: userId }, select: columns });
    const company = await findManagingCompany(this.prisma, userId);
    return {
      email: user.email,
      ...toProfileAnswers(row),
      opt_in: row.hasOptedIn ? 'Yes' : 'No',
      language,
      time_zone: timeZoneNamed(row.timeZone) ?? '',
      ...(isOwner ? { team_name: user.team.name } : {}),
      ...(company === undefined ? {} : { managed_by: company }),
    };
  }

  /**
   * The security log gets the names of the changed columns, never their values. Throws `ValidationFailed` if a name
   * changes that the user's company manages, and `NotOwner`.
   */
  async change(session: Session, body: ProfileBody, request: RequestContext): Promise<void> {
    const { userId } = session;
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      const kept = await transaction.user.findUniqueOrThrow({ where: { id: userId }, select: columns });
      const changes = changesTo(kept, columnsOf(body, kept));
      if ('firstName' in changes || 'lastName' in changes)
        await rejectManagedNames(transaction, userId, changes);
      if (Object.keys(changes).length > 0) {
        await changeProfile(transaction, userId, changes);
        if (changes.hasOptedIn !== undefined)
          await this.consents.changeNews(transaction, userId, { ...kept, ...changes }, request);
        const changed = Object.keys(changes).join(' ');
        await this.audit.recordBy(session, 'profile.change', request, transaction, { changed });
      }
      if (body.team_name !== undefined) await this.#rename(transaction, session, body.team_name, request);
    });
  }

  async chooseLanguage(session: Session, language: LanguageTag, request: RequestContext): Promise<void> {
    const { userId } = session;
    await this.prisma.$transaction(async (transaction) => {
      if (await chooseLanguage(transaction, userId, language))
        await this.audit.recordBy(session, 'profile.change', request, transaction, { changed: 'language' });
    });
  }

  /** With a subscription, a job updates the name on future invoices. Throws `NotOwner`. */
  async #rename(
    transaction: Transaction,
    session: Session,
    name: string,
    request: RequestContext,
  ): Promise<void> {
    const { id: teamId, name: formerName } = await requireOwner(transaction, session);
    if (name === formerName) return;
    await renameTeam(transaction, teamId, name);
    if (await transaction.subscription.findUnique({ where: { teamId }, select: { teamId: true } }))
      await this.jobs.send(transaction, TEAM_CUSTOMER_QUEUE, { teamId, formerName });
    await this.audit.recordBy(session, 'team.rename', request, transaction);
  }
}

/**
 * In a country where consent to news is implied, the form does not ask for it. The stored choice then stays, because
 * a change of country is no consent.
 */
function columnsOf(body: ProfileBody, kept: { hasOptedIn: boolean }) {
  return {
    ...toColumns(profileQuestions, body),
    ...placeColumns(body),
    ...(isOptInImplied(body.country_code) ? { hasOptedIn: kept.hasOptedIn } : {}),
    language: body.language,
    timeZone: body.time_zone || null,
  };
}

function changesTo<Row extends object>(kept: Row, wanted: Row): Partial<Row> {
  const before = new Map(Object.entries(kept));
  const changed = Object.entries(wanted).filter(([column, value]) => before.get(column) !== value);
  return Object.fromEntries(changed) as Partial<Row>;
}

async function rejectManagedNames(
  transaction: Transaction,
  userId: string,
  changes: { firstName?: string; lastName?: string },
): Promise<void> {
  if ((await findManagingCompany(transaction, userId)) === undefined) return;
  throw new Problem('ValidationFailed', {
    fields: {
      ...('firstName' in changes ? { first_name: fieldProblems.nameKept } : {}),
      ...('lastName' in changes ? { last_name: fieldProblems.nameKept } : {}),
    },
  });
}
