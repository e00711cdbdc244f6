import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import { InvitationCodes } from '../invitation-codes.service.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';

type Waiting = { id: string; kind: 'team' | 'event'; name: string; inviter: string };

/** Invitations a user has not answered: the mail may be lost, the verified address is proof enough. */
@Injectable()
export class WaitingInvitationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly codes: InvitationCodes,
  ) {}

  async list({ user, teamId }: Session): Promise<Waiting[]> {
    const toTeams = await openTeamInvitations(this.prisma, user.email)
      .innerJoin('teams as t', 't.id', 'i.teamId')
      .leftJoin('users as u', 'u.id', 'i.inviterId')
      .select(['i.id', 't.name', 'u.firstName', 'u.lastName'])
      .where('i.teamId', '!=', teamId)
      .orderBy('i.id')
      .execute();
    const toEvents = await openEventInvitations(this.prisma, user.email)
      .select(['i.id', 'i.eventName', 'i.inviterName'])
      .orderBy('i.id')
      .execute();
    return [
      ...toTeams.map(({ id, name, firstName, lastName }): Waiting => {
        const inviter = firstName === null || lastName === null ? name : fullName({ firstName, lastName });
        return { id, kind: 'team', name, inviter };
      }),
      ...toEvents.map(({ id, eventName: name, inviterName: inviter }): Waiting => {
        return { id, kind: 'event', name, inviter };
      }),
    ];
  }

  /**
   * Says where an invitation is answered, by its shared code: whoever is signed in has proved the address already, and
   * the mailed link stays good.
   */
  async open({ user }: Session, invitationId: string): Promise<string> {
    const id = requireUuid(invitationId);
    return this.prisma.$transaction(async (transaction) => {
      const toTeam = await openTeamInvitations(transaction, user.email)
        .select('i.id')
        .where('i.id', '=', id)
        .executeTakeFirst();
      if (toTeam)
        return pages.switchTeam.replace(':invitationCode', await this.codes.share(transaction, 'team', id));
      const toEvent = await openEventInvitations(transaction, user.email)
        .select('i.eventName')
        .where('i.id', '=', id)
        .executeTakeFirst();
      if (!toEvent) throw new Problem('NotFound');
      const code = await this.codes.share(transaction, 'event', id);
      const { pathname, search } = new URL(this.codes.eventLink(code, toEvent.eventName));
      return pathname + search;
    });
  }
}

function openTeamInvitations(place: Transaction, email: string) {
  return typedSql(place)
    .selectFrom('teamInvitations as i')
    .where('i.email', '=', email)
    .where('i.acceptedAt', 'is', null)
    .where('i.revokedAt', 'is', null)
    .where('i.expiresAt', '>', now());
}

function openEventInvitations(place: Transaction, email: string) {
  return typedSql(place)
    .selectFrom('eventInvitations as i')
    .where('i.email', '=', email)
    .where('i.acceptedAt', 'is', null)
    .where('i.revokedAt', 'is', null)
    .where('i.expiresAt', '>', now());
}
