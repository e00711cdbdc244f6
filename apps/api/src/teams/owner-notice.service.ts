import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fullName, type PersonName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { limits } from '../config/limits.ts';
import { Jobs } from '../database/jobs.ts';
import { lockTeam } from './lock-team.ts';
import { bucketOf, take } from '../mails/mail-limits.ts';

/** Why an owner is mailed, named by the kind of mail. */
export type OwnerNoticeKind = 'seats-requested' | 'identities-pending' | 'members-changed';
type OwnerNoticeJob = { teamId: string; matter: OwnerNoticeKind };
type Person = PeopleOfNotice['people'][number];

/** Bounded, because a whole company may come at nine o'clock; the team page lists all. */
const PEOPLE_IN_ONE_MAIL = 20;

/**
 * Mails a team's owner about people who wait for them: at once about the first, about others of the same hour
 * together at its end. Rows with an empty `told_at` are due.
 */
@Injectable()
export class OwnerNoticeService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(OWNER_NOTICE_QUEUE, (transaction, job: OwnerNoticeJob) =>
      this.#notify(transaction, job),
    );
  }

  /** Requests the mail, in the transaction that writes whom it is about. One that is due already covers them, too. */
  async ask(transaction: Transaction, teamId: string, matter: OwnerNoticeKind): Promise<void> {
    await lockTeam(transaction, teamId);
    await this.#send(transaction, { teamId, matter });
  }

  async #send(transaction: Transaction, data: OwnerNoticeJob, afterSeconds = 0): Promise<void> {
    const key = `${data.matter} ${data.teamId}`;
    await this.jobs.send(transaction, OWNER_NOTICE_QUEUE, data, afterSeconds, key);
  }

  async #notify(transaction: Transaction, { teamId, matter }: OwnerNoticeJob): Promise<void> {
    // Waits for those who are about to commit: they may have taken this job to be the one that tells of them.
    await lockTeam(transaction, teamId);
    const team = await transaction.team.findUnique({
      where: { id: teamId },
      select: { name: true, owner: { select: { id: true, email: true, firstName: true } } },
    });
    const owner = team?.owner;
    if (!owner) return;
    const people = await findPending[matter](transaction, teamId, owner);
    if (people.length === 0) return;
    const secondsToWait = await take(transaction, [bucketOf(limits.ownerNotices, owner.email, matter)]);
    if (secondsToWait > 0) return this.#send(transaction, { teamId, matter }, secondsToWait);
    await markNotified[matter](transaction, teamId);
    const { email: to, firstName } = owner;
    const named = people.slice(0, PEOPLE_IN_ONE_MAIL);
    const content = {
      firstName,
      teamName: team.name,
      people: named,
      moreCount: people.length - named.length,
    };
    await this.mails.enqueueMail(transaction, { kind: matter, to, content });
  }
}

const changes = ['joined', 'left', 'declined'] as const;

const findPending = {
  'seats-requested': async (transaction, teamId) =>
    (
      await transaction.seatRequest.findMany({
        where: { teamId, toldAt: null },
        select: { firstName: true, lastName: true, email: true },
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
      })
    ).map(toPerson),
  // Not about the owner's own account: the mail would go to the very address of which nobody knows whose it is.
  'identities-pending': async (transaction, teamId, { id: ownerId, email: ownerEmail }) =>
    (
      await typedSql(transaction)
        .selectFrom('pendingIdentities as p')
        .innerJoin('identityProviders as i', 'i.id', 'p.identityProviderId')
        .select(['p.firstName', 'p.lastName', 'p.email'])
        .where('i.teamId', '=', teamId)
        .where('p.isAsked', '=', true)
        .where('p.toldAt', 'is', null)
        .where((row) => row.or([row('p.userId', '!=', ownerId), row('p.email', '!=', ownerEmail)]))
        .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
        .orderBy('p.firstSeenAt')
        .orderBy('p.id')
        .execute()
    ).map(toPerson),
  // Not what somebody did who owns the team by now.
  'members-changed': async (transaction, teamId, { id: ownerId }) => {
    const rows = await typedSql(transaction)
      .selectFrom('memberChanges as c')
      .innerJoin('users as owner', (join) => join.on('owner.id', '=', ownerId))
      .select(['c.name', 'c.email', 'c.what'])
      .where('c.teamId', '=', teamId)
      .where('c.toldAt', 'is', null)
      .whereRef('c.email', '!=', 'owner.email')
      .orderBy('c.at')
      .orderBy('c.id')
      .execute();
    return rows.map(({ what, ...row }) => {
      const change = changes.find((one) => one === what);
      // A newer release wrote it: a replica of that release tells it when the job is tried again.
      if (change === undefined) throw new Error(`Nothing is known about members who "${what}".`);
      return { ...row, what: change };
    });
  },
} as const satisfies Record<
  OwnerNoticeKind,
  (transaction: Transaction, teamId: string, owner: { id: string; email: string }) => Promise<Person[]>
>;

function toPerson({ email, ...names }: PersonName & { email: string }) {
  return { name: fullName(names), email };
}

const markNotified = {
  'seats-requested': (transaction, teamId) =>
    typedSql(transaction)
      .updateTable('seatRequests')
      .set({ toldAt: now() })
      .where('teamId', '=', teamId)
      .where('toldAt', 'is', null)
      .execute(),
  'identities-pending': (transaction, teamId) =>
    typedSql(transaction)
      .updateTable('pendingIdentities as p')
      .from('identityProviders as i')
      .set({ toldAt: now() })
      .whereRef('i.id', '=', 'p.identityProviderId')
      .where('i.teamId', '=', teamId)
      .where('p.isAsked', '=', true)
      .where('p.toldAt', 'is', null)
      .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
      .execute(),
  'members-changed': (transaction, teamId) =>
    typedSql(transaction)
      .updateTable('memberChanges')
      .set({ toldAt: now() })
      .where('teamId', '=', teamId)
      .where('toldAt', 'is', null)
      .execute(),
} as const satisfies Record<OwnerNoticeKind, (transaction: Transaction, teamId: string) => Promise<unknown>>;
