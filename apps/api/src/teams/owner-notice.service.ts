import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fullName, type PersonName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { MemberChange, PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { limits } from '../config/limits.ts';
import { Clock } from '../database/clock.ts';
import { Jobs } from '../database/jobs.ts';
import { lockTeam } from './teams.queries.ts';
import { bucketOf, take } from '../mails/mail-limits.ts';
import { listUntoldIdentities, markIdentitiesTold } from './owner-notice.queries.ts';

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
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(OWNER_NOTICE_QUEUE, (transaction, job: OwnerNoticeJob) =>
      this.#notify(transaction, job),
    );
  }

  /** Records, in the transaction of the change, what a member did without the owner, who is mailed soon. */
  async note(transaction: Transaction, teamId: string, userId: string, what: MemberChange): Promise<void> {
    const { email, ...names } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, email: true },
    });
    await transaction.memberChange.create({
      data: { teamId, what, name: fullName(names), email },
      select: { id: true },
    });
    await this.ask(transaction, teamId, 'members-changed');
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
    const people = await findUntold[matter](transaction, teamId, owner);
    if (people.length === 0) return;
    const secondsToWait = await take(transaction, [bucketOf(limits.ownerNotices, owner.email, matter)]);
    if (secondsToWait > 0) return this.#send(transaction, { teamId, matter }, secondsToWait);
    await markTold[matter](transaction, teamId, this.clock.now());
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
const isUntold = (teamId: string) => ({ teamId, toldAt: null });

const findUntold = {
  'seats-requested': async (transaction, teamId) =>
    (
      await transaction.seatRequest.findMany({
        where: isUntold(teamId),
        select: { firstName: true, lastName: true, email: true },
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
      })
    ).map(toPerson),
  'identities-pending': async (transaction, teamId, owner) =>
    (await listUntoldIdentities(transaction, teamId, owner)).map(toPerson),
  // Not what somebody did who owns the team by now.
  'members-changed': async (transaction, teamId, { email }) => {
    const rows = await transaction.memberChange.findMany({
      where: { ...isUntold(teamId), email: { not: email } },
      select: { name: true, email: true, what: true },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
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

const markTold = {
  'seats-requested': (transaction, teamId, toldAt) =>
    transaction.seatRequest.updateMany({ where: isUntold(teamId), data: { toldAt } }),
  'identities-pending': markIdentitiesTold,
  'members-changed': (transaction, teamId, toldAt) =>
    transaction.memberChange.updateMany({ where: isUntold(teamId), data: { toldAt } }),
} as const satisfies Record<
  OwnerNoticeKind,
  (transaction: Transaction, teamId: string, toldAt: Date) => Promise<unknown>
>;
