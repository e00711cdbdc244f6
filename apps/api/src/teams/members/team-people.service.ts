import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { PEOPLE_ON_A_PAGE, type TeamPeopleQuery, type TeamPeopleReply } from '@foyer/contracts/teams/team';
import { PrismaClient } from '@foyer/db/client';
import { flag, now, typedSql } from '@foyer/db/typed-sql';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { hasFactor } from '../../identity/access.ts';
import type { Session } from '../../identity/session.service.ts';

type Kind = 'member' | 'invitation';
type Wanted = { search: string; after: string | undefined; limit: number };

/** Who is in a team, page by page, in the order of their ids, which is that of time. */
@Injectable()
export class TeamPeopleService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
  ) {}

  /** Who holds the seats of a team, at one moment. */
  async count(teamId: string): Promise<{ members: number; invitations: number }> {
    const { members, invitations } = await typedSql(this.prisma)
      .selectNoFrom([
        activeMembers(this.prisma, teamId)
          .select(({ fn }) => fn.countAll().as('count'))
          .as('members'),
        openInvitations(this.prisma, teamId)
          .select(({ fn }) => fn.countAll().as('count'))
          .as('invitations'),
      ])
      .executeTakeFirstOrThrow();
    return { members: Number(members), invitations: Number(invitations) };
  }

  /** A page of the visitor's team. Who is invited, and who has a second factor, is for the owner alone. */
  async list(session: Session, { show, search, after }: TeamPeopleQuery): Promise<TeamPeopleReply> {
    const { ownerId } = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: { ownerId: true },
    });
    const [from, id] = positionIn(after);
    const members: TeamPeopleReply['members'] = [];
    const invitations: TeamPeopleReply['invitations'] = [];
    // One more than is shown tells whether there is a next page.
    const limit = PEOPLE_ON_A_PAGE + 1;
    if (show !== 'invited' && from === 'member')
      members.push(...(await this.#members(session, ownerId, { search, after: id, limit })));
    if (show !== 'members' && ownerId === session.userId && members.length < limit) {
      const start = from === 'invitation' ? id : undefined;
      const rest = { search, after: start, limit: limit - members.length };
      invitations.push(...(await this.#invitations(session.teamId, rest)));
    }
    if (members.length + invitations.length < limit) return { members, invitations };
    (invitations.length > 0 ? invitations : members).pop();
    const [lastInvitation, lastMember] = [invitations.at(-1), members.at(-1)];
    const next = lastInvitation ? `invitation.${lastInvitation.id}` : `member.${lastMember?.id}`;
    return { members, invitations, next };
  }

  async #members(
    { teamId, userId }: Session,
    ownerId: string | null,
    { search, after, limit }: Wanted,
  ): Promise<TeamPeopleReply['members']> {
    const rows = await activeMembers(this.prisma, teamId)
      .select(['id', 'firstName', 'lastName', 'email'])
      .select((row) => flag(hasFactor(row.ref('users.id'), row.ref('secondFactorAt'))).as('hasSecondFactor'))
      .select((row) => flag(row('secondFactorAt', 'is not', null)).as('hasApp'))
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .$if(search !== '', (query) =>
        query.where(
          // Also as `fullName` has it.
          ({ fn, val }) =>
            fn<string>('concat_ws', [
              ...[val(' '), 'firstName' as const, 'lastName' as const, 'email' as const],
              fn('concat', ['lastName', 'firstName']),
            ]),
          'ilike',
          containing(search),
        ),
      )
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, firstName, lastName, email, hasSecondFactor, hasApp }) => ({
      ...{ id, name: fullName({ firstName, lastName }), email },
      ...{ isOwner: id === ownerId, isYou: id === userId },
      ...(ownerId === userId && { hasSecondFactor, hasApp }),
    }));
  }

  async #invitations(
    teamId: string,
    { search, after, limit }: Wanted,
  ): Promise<TeamPeopleReply['invitations']> {
    const rows = await openInvitations(this.prisma, teamId)
      .select(['id', 'email', 'expiresAt', 'sharedCodeHash as hash'])
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .$if(search !== '', (query) => query.where('email', 'ilike', containing(search)))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, email, expiresAt, hash }) => {
      const code = hash && this.invitations.sharedCode('team', id, hash);
      return {
        ...{ id, email, expiresAt: expiresAt.toISOString() },
        ...(code && { link: this.invitations.teamLink(code) }),
      };
    });
  }
}

/** Who holds a seat, as `require_free_seat` counts them. */
const activeMembers = (prisma: PrismaClient, teamId: string) =>
  typedSql(prisma).selectFrom('users').where('teamId', '=', teamId).where('deactivatedAt', 'is', null);

/** What holds a seat for somebody, as `require_free_seat` counts it. */
const openInvitations = (prisma: PrismaClient, teamId: string) =>
  typedSql(prisma)
    .selectFrom('teamInvitations')
    .where('teamId', '=', teamId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now());

function positionIn(after: string | undefined): [from: Kind, id: string | undefined] {
  const [kind, id] = after?.split('.') ?? [];
  return [kind === 'invitation' ? kind : 'member', id];
}

/** A pattern of LIKE in which what was typed stands for itself. */
function containing(text: string): string {
  return `%${text.replace(/[%_\\]/g, String.raw`\$&`)}%`;
}
