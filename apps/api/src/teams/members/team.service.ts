import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { requireStepUp } from '../../identity/step-up.ts';
import { OpenPayments } from '../open-payments.ts';
import { moveToOwnTeam, refusePaymentOf } from '../leave-team.ts';
import { lockTeam } from '../lock-team.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { requireOwner } from '../../identity/require-owner.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { SessionService, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { HandOverService } from './hand-over.service.ts';
import { TeamFactorService } from './team-factor.service.ts';
import { TeamPeopleService } from './team-people.service.ts';

@Injectable()
export class TeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly people: TeamPeopleService,
    private readonly handOver: HandOverService,
    private readonly factor: TeamFactorService,
    private readonly mails: MailQueue,
    private readonly payments: OpenPayments,
  ) {}

  async describe(session: Session): Promise<TeamReply> {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: {
        id: true,
        name: true,
        seatLimit: true,
        ownerId: true,
        owner: { select: { firstName: true, lastName: true } },
      },
    });
    const isOwner = team.ownerId === session.userId;
    const offer = await this.handOver.find(session);
    return {
      name: team.name,
      seatLimit: team.seatLimit,
      taken: await this.people.count(team.id),
      ...(team.owner && { ownerName: fullName(team.owner) }),
      isOwner,
      ...(await this.people.list(session, { show: 'all', search: '', after: undefined })),
      ...(offer ? { offer } : {}),
      ...(isOwner ? { secondFactor: await this.factor.describe(session) } : {}),
      seatRequests: isOwner ? await this.#listSeatRequests(team.id) : [],
    };
  }

  /** Forgets that somebody asked for a seat. Throws `NotOwner`, `NotFound`. */
  async dismissSeatRequest(session: Session, requestId: string, request: RequestContext): Promise<void> {
    const team = await requireOwner(this.prisma, session);
    const { count } = await this.prisma.seatRequest.deleteMany({
      where: { id: requireUuid(requestId), teamId: team.id },
    });
    if (count === 0) throw new Problem('NotFound');
    const { userId, user } = session;
    await this.audit.record(
      { action: 'team.dismiss-seat-request', outcome: 'ok', userId, email: user.email },
      request,
    );
  }

  /** Open requests for a seat or an invitation, the longest waiting first. */
  async #listSeatRequests(teamId: string): Promise<TeamReply['seatRequests']> {
    const rows = await typedSql(this.prisma)
      .selectFrom('seatRequests as r')
      .leftJoin('users as u', (join) =>
        join.onRef('u.email', '=', 'r.email').onRef('u.teamId', '=', 'r.teamId'),
      )
      .leftJoin('teamInvitations as v', (join) =>
        join
          .onRef('v.teamId', '=', 'r.teamId')
          .onRef('v.email', '=', 'r.email')
          .on('v.acceptedAt', 'is', null)
          .on('v.revokedAt', 'is', null)
          .on('v.expiresAt', '>', now()),
      )
      .select(['r.id', 'r.firstName', 'r.lastName', 'r.email', 'r.at', 'r.needsInvitation'])
      .where('r.teamId', '=', teamId)
      .where('u.id', 'is', null)
      .where((row) => row.or([row('r.needsInvitation', '=', false), row('v.id', 'is', null)]))
      .orderBy('r.at')
      .execute();
    return rows.map(({ firstName, lastName, ...row }) => ({
      ...row,
      name: fullName({ firstName, lastName }),
      at: row.at.toISOString(),
    }));
  }

  /**
   * Moves a member out into a Free team of their own and signs them out. Nobody is ever without a team. Throws
   * `NotOwner`, `ProofNeeded`, `NotFound`, and `PaymentUnderWay` while they, as the owner of before, may be charged.
   */
  async removeMember(session: Session, memberId: string, request: RequestContext): Promise<void> {
    const id = requireUuid(memberId);
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    if (id !== session.userId) await this.payments.endBeforeLeaving(id, session.teamId);
    await retryConflicts(() =>
      this.prisma.$transaction((transaction) => this.#remove(transaction, session, id, request)),
    );
  }

  async #remove(
    transaction: Transaction,
    session: Session,
    id: string,
    request: RequestContext,
  ): Promise<void> {
    // They may own the team by now.
    await lockUsers(transaction, session.userId, id);
    await lockTeam(transaction, session.teamId);
    const team = await requireOwner(transaction, session);
    if (id === session.userId) throw new Problem('LastOwner');
    const member = await transaction.user.findFirst({
      where: { id, teamId: team.id },
      select: { id: true, firstName: true, lastName: true, email: true },
    });
    if (!member) throw new Problem('NotFound');
    await refusePaymentOf(transaction, id, team.id);
    const { hadCompany } = await moveToOwnTeam(transaction, member, team.id);
    await this.sessions.endAll(transaction, id);
    await this.mails.enqueueMail(transaction, {
      kind: 'removed',
      to: member.email,
      content: { firstName: member.firstName, teamName: team.name, hadCompany },
    });
    const { userId, user } = session;
    await this.audit.record(
      { action: 'team.remove-member', outcome: 'ok', userId, email: user.email },
      request,
      transaction,
    );
  }
}
