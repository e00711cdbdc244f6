import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { isEmail, normalizeEmail } from '@foyer/contracts/email';
import {
  PEOPLE_ON_A_PAGE,
  type InviteOutcome,
  type TeamPeopleQuery,
  type TeamPeopleReply,
  type TeamReply,
} from '@foyer/contracts/teams/team';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatLimitError, retryConflicts } from '../../database/conflicts.ts';
import { requireOwner } from '../../identity/access.ts';
import type { Session } from '../../identity/session.service.ts';
import { InvitationMailsService, ownerBudgets } from '../../invitations/invitation-mails.service.ts';
import { revokeTeamInvitation, writeTeamInvitation } from '../../invitations/invitations.queries.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { OwnershipTransferService } from './ownership-transfer.service.ts';
import { TeamFactorService } from './team-factor.service.ts';
import { countTakenSeats, listMembers, listOpenInvitations, listSeatRequests } from './team.queries.ts';

type InviteResult = { email: string; outcome: InviteOutcome; link?: string };

@Injectable()
export class TeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
    private readonly mails: InvitationMailsService,
    private readonly transfers: OwnershipTransferService,
    private readonly factor: TeamFactorService,
    private readonly audit: AuditService,
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
    const offer = await this.transfers.find(session);
    return {
      name: team.name,
      seatLimit: team.seatLimit,
      taken: await countTakenSeats(this.prisma, team.id),
      ...(team.owner && { ownerName: fullName(team.owner) }),
      isOwner,
      ...(await this.listPeople(session, { show: 'all', search: '', after: undefined })),
      ...(offer ? { offer } : {}),
      ...(isOwner ? { secondFactor: await this.factor.describe(session) } : {}),
      seatRequests: isOwner
        ? (await listSeatRequests(this.prisma, team.id)).map(({ firstName, lastName, at, ...row }) => ({
            ...row,
            name: fullName({ firstName, lastName }),
            at: at.toISOString(),
          }))
        : [],
    };
  }

  /**
   * Lists members, then invitations, each in the order of creation (by id). Only the owner gets the invitations and
   * learns who has a second factor.
   */
  async listPeople(session: Session, { show, search, after }: TeamPeopleQuery): Promise<TeamPeopleReply> {
    const { teamId, userId } = session;
    const { ownerId } = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { ownerId: true },
    });
    const isOwner = ownerId === userId;
    const [kind, id] = after?.split('.') ?? [];
    const isPastMembers = kind === 'invitation';
    const members: TeamPeopleReply['members'] = [];
    const invitations: TeamPeopleReply['invitations'] = [];
    const limit = PEOPLE_ON_A_PAGE + 1;
    if (show !== 'invited' && !isPastMembers)
      for (const row of await listMembers(this.prisma, teamId, { search, after: id, limit }))
        members.push({
          id: row.id,
          name: fullName(row),
          email: row.email,
          isOwner: row.id === ownerId,
          isYou: row.id === userId,
          ...(isOwner && { hasSecondFactor: row.hasSecondFactor, hasApp: row.hasApp }),
        });
    if (show !== 'members' && isOwner && members.length < limit) {
      const page = { search, after: isPastMembers ? id : undefined, limit: limit - members.length };
      for (const row of await listOpenInvitations(this.prisma, teamId, page)) {
        const hash = row.sharedCodeHash;
        const code = hash && this.invitations.deriveSharedCode('team', row.id, hash);
        invitations.push({
          id: row.id,
          email: row.email,
          expiresAt: row.expiresAt.toISOString(),
          ...(code && { link: this.invitations.teamLink(code) }),
        });
      }
    }
    if (members.length + invitations.length < limit) return { members, invitations };
    (invitations.length > 0 ? invitations : members).pop();
    const [lastInvitation, lastMember] = [invitations.at(-1), members.at(-1)];
    const next = lastInvitation ? `invitation.${lastInvitation.id}` : `member.${lastMember?.id}`;
    return { members, invitations, next };
  }

  /** The plan is already Free and does not change. Throws `NotOwner`. */
  async stayOnFree(session: Session, request: RequestContext): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.team.updateMany({
        where: { id: session.teamId, ownerId: session.userId },
        data: { hasIncompleteBilling: false },
      });
      if (count === 0) throw new Problem('NotOwner');
      await this.audit.recordBy(session, 'team.stay-on-free', request, transaction);
    });
  }

  async dismissSeatRequest(session: Session, requestId: string, request: RequestContext): Promise<void> {
    const { id: teamId } = await requireOwner(this.prisma, session);
    const { count } = await this.prisma.seatRequest.deleteMany({
      where: { id: requireUuid(requestId), teamId },
    });
    if (count === 0) throw new Problem('NotFound');
    await this.audit.recordBy(session, 'team.dismiss-seat-request', request);
  }

  /**
   * Returns an outcome for each address, in the given order. First charges the valid addresses to the owner's limits,
   * either all or none. Later refunds the addresses that are not invited. Throws `NotOwner`, `InvitationLimitReached`.
   */
  async invite(session: Session, addresses: string[], request: RequestContext): Promise<InviteResult[]> {
    await requireOwner(this.prisma, session);
    const emails = addresses.map((address) => normalizeEmail(address));
    const wanted = [...new Set(emails.filter((email) => isEmail(email)))];
    const results = await this.#inviteAll(session, wanted, request);
    return addresses.map((address, position) => {
      const email = emails[position] ?? '';
      return results.get(email) ?? { email: address, outcome: 'invalid' };
    });
  }

  /**
   * Also resends an expired invitation. Throws `NotOwner`, `NotFound`, `InvitationLimitReached`, `SeatLimitReached`.
   */
  async resend(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireOwner(this.prisma, session);
    const invitation = await this.prisma.teamInvitation.findFirst({
      where: { id: requireUuid(id), teamId: session.teamId, acceptedAt: null, revokedAt: null },
      select: { email: true },
    });
    if (!invitation) throw new Problem('NotFound');
    const results = await this.#inviteAll(session, [invitation.email], request);
    if (results.get(invitation.email)?.outcome === 'noSeat') throw new Problem('SeatLimitReached');
  }

  async revoke(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireOwner(this.prisma, session);
    if (!(await revokeTeamInvitation(this.prisma, session.teamId, requireUuid(id))))
      throw new Problem('NotFound');
    await this.audit.recordBy(session, 'team.revoke', request);
  }

  async #inviteAll(
    session: Session,
    emails: string[],
    request: RequestContext,
  ): Promise<Map<string, InviteResult>> {
    const sender = ownerBudgets(session.userId, session.teamId);
    try {
      await this.mails.spend(sender, emails.length);
    } catch (error) {
      if (error instanceof Problem) {
        const { userId, user } = session;
        const entry = { action: 'team.invite', outcome: error.code, userId, email: user.email } as const;
        await this.audit.record(entry, request);
      }
      throw error;
    }
    const results = new Map<string, InviteResult>();
    try {
      for (const email of emails) results.set(email, await this.#inviteOne(session, email, request));
    } finally {
      const sent = [...results.values()].filter(({ link }) => link !== undefined).length;
      await this.mails.refund(sender, emails.length - sent);
    }
    return results;
  }

  async #inviteOne(session: Session, email: string, request: RequestContext): Promise<InviteResult> {
    try {
      return await retryConflicts(() =>
        this.prisma.$transaction(async (transaction): Promise<InviteResult> => {
          const team = await requireOwner(transaction, session);
          const invitee = await transaction.user.findUnique({ where: { email }, select: { teamId: true } });
          if (invitee?.teamId === team.id) return { email, outcome: 'member' };
          const due = await this.mails.requestMail(transaction, email);
          const { id, isNew } = await writeTeamInvitation(transaction, {
            teamId: session.teamId,
            inviterId: session.userId,
            email,
            language: request.language,
          });
          const code = await this.invitations.ensureSharedCode(transaction, 'team', id);
          await this.audit.recordBy(session, 'team.invite', request, transaction);
          const outcome = due === 'later' ? due : isNew ? 'invited' : 'renewed';
          // All addresses get the same kind of link. Different kinds would reveal which addresses have an account.
          return { email, outcome, link: this.invitations.teamLink(code) };
        }),
      );
    } catch (error) {
      if (isSeatLimitError(error)) return { email, outcome: 'noSeat' };
      throw error;
    }
  }
}
