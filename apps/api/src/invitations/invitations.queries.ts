import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { Transaction } from '@foyer/db/client';
import type { Tables } from '@foyer/db/tables';
import { ahead, cast, flag, now, typedSql, wasInserted, type ExpressionBuilder } from '@foyer/db/typed-sql';
import { INVITATIONS_IN_ONE_MAIL } from '../config/limits.ts';

export type InvitationKind = 'team' | 'event';

const TABLES = {
  team: 'teamInvitations',
  event: 'eventInvitations',
} as const satisfies Record<InvitationKind, string>;

export type InvitationKey = { id: string } | { hash: Uint8Array<ArrayBuffer> };

export type UnmailedInvitation = {
  id: string;
  kind: InvitationKind;
  name: string;
  inviterName: string;
  inviterEmail: string;
  /** The inviter's language, for a recipient without an account. */
  language: string | null;
};

const inAWeek = () => ahead({ days: INVITATION_LIFE_DAYS });

/**
 * Writes an invitation that is valid for a week, or renews an existing one that was neither accepted nor revoked. Marks
 * it to be mailed.
 */
export async function writeTeamInvitation(
  db: Transaction,
  { teamId, email, ...inviter }: { teamId: string; email: string; inviterId: string; language: LanguageTag },
): Promise<{ id: string; isNew: boolean }> {
  const terms = { ...inviter, mailRequestedAt: now(), expiresAt: inAWeek() };
  return typedSql(db)
    .insertInto('teamInvitations')
    .values({ teamId, email, ...terms })
    .onConflict((conflict) =>
      conflict
        .columns(['teamId', 'email'])
        .where('acceptedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .doUpdateSet(terms),
    )
    .returning(['id', wasInserted().as('isNew')])
    .executeTakeFirstOrThrow();
}

export async function writeEventInvitation(
  db: Transaction,
  invitation: {
    eventId: string;
    eventName: string;
    email: string;
    inviterName: string;
    inviterEmail: string;
    language: LanguageTag;
  },
): Promise<{ id: string }> {
  return typedSql(db)
    .insertInto('eventInvitations')
    .values({ ...invitation, mailRequestedAt: now(), expiresAt: inAWeek() })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Also revokes an expired invitation. Returns false if it was already accepted or revoked. */
export async function revokeTeamInvitation(db: Transaction, teamId: string, id: string): Promise<boolean> {
  const revoked = await typedSql(db)
    .updateTable('teamInvitations')
    .set({ revokedAt: now() })
    .where('id', '=', id)
    .where('teamId', '=', teamId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows === 1n;
}

export async function revokeTeamInvitations(db: Transaction, teamId: string): Promise<void> {
  await typedSql(db)
    .updateTable('teamInvitations')
    .set({ revokedAt: now() })
    .where('teamId', '=', teamId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now())
    .execute();
}

/** Returns false if the invitation is not live. Only one of several concurrent calls succeeds. */
export async function acceptInvitation(db: Transaction, kind: InvitationKind, id: string): Promise<boolean> {
  const accepted = await typedSql(db)
    .updateTable(TABLES[kind])
    .set({ acceptedAt: now() })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

export async function readTeamInvitation(db: Transaction, key: InvitationKey) {
  return typedSql(db)
    .selectFrom('teamInvitations as i')
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .leftJoin('users as u', 'u.id', 'i.inviterId')
    .leftJoin('subscriptions as p', 'p.teamId', 't.id')
    .select([
      'i.id',
      'i.email',
      'i.teamId',
      't.name as teamName',
      'p.status as subscriptionStatus',
      'p.endsAs',
    ])
    .select(['u.firstName', 'u.lastName', 'u.email as inviterEmail'])
    .select(['i.acceptedAt', 'i.revokedAt', 'i.codeHash'])
    .select((invitation) => flag(invitation('i.expiresAt', '<=', now())).as('isExpired'))
    .where((invitation) => invitation.or(columnsOf(key)))
    .executeTakeFirst();
}

export async function readEventInvitation(db: Transaction, key: InvitationKey) {
  return typedSql(db)
    .selectFrom('eventInvitations as i')
    .select(['i.id', 'i.email', 'i.eventId', 'i.eventName', 'i.inviterName', 'i.inviterEmail'])
    .select(['i.acceptedAt', 'i.revokedAt', 'i.codeHash'])
    .select((invitation) => flag(invitation('i.expiresAt', '<=', now())).as('isExpired'))
    .where((invitation) => invitation.or(columnsOf(key)))
    .executeTakeFirst();
}

function columnsOf(key: InvitationKey) {
  return 'id' in key ? { 'i.id': key.id } : { 'i.codeHash': key.hash, 'i.sharedCodeHash': key.hash };
}

export async function listTeamInvitations(db: Transaction, email: string) {
  return typedSql(db)
    .selectFrom('teamInvitations as i')
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .leftJoin('users as u', 'u.id', 'i.inviterId')
    .select(['i.id', 'i.teamId', 't.name', 'u.firstName', 'u.lastName'])
    .where(isLive(email))
    .orderBy('i.id')
    .execute();
}

export async function listEventInvitations(db: Transaction, email: string) {
  return typedSql(db)
    .selectFrom('eventInvitations as i')
    .select(['i.id', 'i.eventName', 'i.inviterName'])
    .where(isLive(email))
    .orderBy('i.id')
    .execute();
}

export async function setCode(
  db: Transaction,
  kind: InvitationKind,
  id: string,
  code: { codeHash: Uint8Array<ArrayBuffer> } | { sharedCodeHash: Uint8Array<ArrayBuffer> },
): Promise<void> {
  await typedSql(db).updateTable(TABLES[kind]).set(code).where('id', '=', id).execute();
}

export async function lockSharedCode(
  db: Transaction,
  kind: InvitationKind,
  id: string,
): Promise<Uint8Array | null> {
  const row = await typedSql(db)
    .selectFrom(TABLES[kind])
    .select('sharedCodeHash')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.sharedCodeHash ?? null;
}

/**
 * Lists the first invitation of each sender (a team, or a person who invites to events) before any second one, so that
 * one sender cannot crowd out the others. If one inviter invited the person several times to one event, lists only the
 * newest invitation. Returns one more than a mail can hold, to show that there are more.
 */
export async function findUnmailedInvitations(db: Transaction, email: string): Promise<UnmailedInvitation[]> {
  return typedSql(db)
    .with('live', (from) =>
      from
        .selectFrom('teamInvitations as i')
        .innerJoin('teams as t', 't.id', 'i.teamId')
        .leftJoin('users as u', 'u.id', 'i.inviterId')
        .select((row) => [
          ...(['i.id', 't.name', 'i.mailRequestedAt'] as const),
          cast(row.val<InvitationKind>('team'), 'text').as('kind'),
          row.fn
            .coalesce(row(row('u.firstName', '||', ' '), '||', row.ref('u.lastName')), 't.name')
            .as('inviterName'),
          row.fn.coalesce('u.email', row.val('')).as('inviterEmail'),
          cast(row.ref('t.id'), 'text').as('sender'),
          cast(row.ref('i.id'), 'text').as('subject'),
          row.fn.coalesce('u.language', 'i.language').as('language'),
        ])
        .where(isLive(email))
        .where('i.mailRequestedAt', 'is not', null)
        .unionAll(
          from
            .selectFrom('eventInvitations as i')
            .leftJoin('users as u', 'u.email', 'i.inviterEmail')
            .select((row) => [
              ...(['i.id', 'i.eventName as name', 'i.mailRequestedAt'] as const),
              cast(row.val<InvitationKind>('event'), 'text').as('kind'),
              ...(['i.inviterName', 'i.inviterEmail'] as const),
              ...(['i.inviterEmail as sender', 'i.eventId as subject'] as const),
              row.fn.coalesce('u.language', 'i.language').as('language'),
            ])
            .where(isLive(email))
            .where('i.mailRequestedAt', 'is not', null),
        ),
    )
    .with('newest', (from) =>
      from
        .selectFrom('live')
        .distinctOn(['kind', 'sender', 'subject'])
        .selectAll()
        .orderBy('kind')
        .orderBy('sender')
        .orderBy('subject')
        .orderBy('mailRequestedAt', 'desc')
        .orderBy('id', 'desc'),
    )
    .selectFrom('newest')
    .select(['id', 'kind', 'name', 'inviterName', 'inviterEmail', 'language'])
    .orderBy((row) =>
      row.fn
        .agg<number>('row_number')
        .over((window) => window.partitionBy(['kind', 'sender']).orderBy('mailRequestedAt').orderBy('id')),
    )
    .orderBy('mailRequestedAt')
    .orderBy('id')
    .limit(INVITATIONS_IN_ONE_MAIL + 1)
    .execute();
}

type OfBoth = keyof Tables['teamInvitations'] & keyof Tables['eventInvitations'];
type Invitation = Pick<Tables['teamInvitations'], OfBoth>;

function isOpen(row: ExpressionBuilder<{ i: Invitation }, 'i'>) {
  return row.and([row('i.acceptedAt', 'is', null), row('i.revokedAt', 'is', null)]);
}

const isLive = (email: string) => (row: ExpressionBuilder<{ i: Invitation }, 'i'>) =>
  row.and([isOpen(row), row('i.email', '=', email), row('i.expiresAt', '>', now())]);

/** Marks an invitation as mailed and renews it for a week. Returns false if it was already accepted or revoked. */
export async function markTeamMailed(db: Transaction, id: string): Promise<boolean> {
  const marked = await typedSql(db)
    .updateTable('teamInvitations as i')
    .set({ mailRequestedAt: null, expiresAt: inAWeek() })
    .where('i.id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/**
 * Like `markTeamMailed`. Also marks other invitations by the same inviter to the same event as mailed, but does not
 * renew them.
 */
export async function markEventMailed(db: Transaction, id: string): Promise<boolean> {
  const marked = await typedSql(db)
    .with('earlier', (from) =>
      from
        .updateTable('eventInvitations as e')
        .from('eventInvitations as i')
        .set({ mailRequestedAt: null })
        .where('i.id', '=', id)
        .whereRef('e.id', '<>', 'i.id')
        .whereRef('e.email', '=', 'i.email')
        .whereRef('e.eventId', '=', 'i.eventId')
        .whereRef('e.inviterEmail', '=', 'i.inviterEmail')
        .where('e.mailRequestedAt', 'is not', null),
    )
    .updateTable('eventInvitations as i')
    .set({ mailRequestedAt: null, expiresAt: inAWeek() })
    .where('i.id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
