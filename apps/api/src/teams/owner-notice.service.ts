import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { MemberChange, PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { IDENTITY_NOTICE_QUEUE, OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { limits } from '../config/limits.ts';
import { Clock } from '../database/clock.ts';
import { Jobs } from '../database/jobs.ts';
import { lockTeam } from './teams.queries.ts';
import { bucketOf, fillIfRoom } from '../mails/mail-limits.ts';

/** Each value is also the kind of the mail. */
export type OwnerNoticeKind = 'seats-requested' | 'identities-pending' | 'members-changed';
export type OwnerNoticeJob<Kind = OwnerNoticeKind> = { teamId: string; matter: Kind };
type Person = PeopleOfNotice['people'][number];

type People = {
  find(
    this: void,
    transaction: Transaction,
    teamId: string,
    owner: { id: string; email: string },
  ): Promise<Person[]>;
  markMailed(this: void, transaction: Transaction, teamId: string, at: Date): Promise<unknown>;
};

/** The company domain handles the jobs of its own queue. */
const QUEUES = {
  'seats-requested': OWNER_NOTICE_QUEUE,
  'members-changed': OWNER_NOTICE_QUEUE,
  'identities-pending': IDENTITY_NOTICE_QUEUE,
} as const satisfies Record<OwnerNoticeKind, string>;

/** A whole company may sign in at nine o'clock, so a mail names at most this many people. The team page lists all. */
const PEOPLE_IN_ONE_MAIL = 20;

/**
 * Mails a team's owner about people who wait for the owner, and members who joined, left or declined an offer. The
 * first of these people causes a mail immediately. Later ones share one mail at the end of the hour. Rows with an empty
 * `told_at` are not mailed yet.
 */
@Injectable()
export class OwnerNoticeService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(
      OWNER_NOTICE_QUEUE,
      (transaction, job: OwnerNoticeJob<keyof typeof peopleOf>) =>
        this.notify(transaction, job, peopleOf[job.matter]),
    );
  }

  async recordChange(
    transaction: Transaction,
    teamId: string,
    userId: string,
    what: MemberChange,
  ): Promise<void> {
    const { email, ...names } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, email: true },
    });
    await transaction.memberChange.create({
      data: { teamId, what, name: fullName(names), email },
      select: { id: true },
    });
    await this.requestMail(transaction, teamId, 'members-changed');
  }

  /** Call this in the transaction that inserts the people. A mail job that is already waiting covers them too. */
  async requestMail(transaction: Transaction, teamId: string, matter: OwnerNoticeKind): Promise<void> {
    await lockTeam(transaction, teamId);
    await this.#send(transaction, { teamId, matter });
  }

  async #send(transaction: Transaction, data: OwnerNoticeJob, afterSeconds = 0): Promise<void> {
    const key = `${data.matter} ${data.teamId}`;
    await this.jobs.send(transaction, QUEUES[data.matter], data, afterSeconds, key);
  }

  async notify(
    transaction: Transaction,
    { teamId, matter }: OwnerNoticeJob,
    { find, markMailed }: People,
  ): Promise<void> {
    // Waits for transactions that are about to commit, because they may rely on this job to mail about their changes.
    await lockTeam(transaction, teamId);
    const team = await transaction.team.findUnique({
      where: { id: teamId },
      select: { name: true, owner: { select: { id: true, email: true, firstName: true } } },
    });
    const owner = team?.owner;
    if (!owner) return;
    const people = await find(transaction, teamId, owner);
    if (people.length === 0) return;
    const secondsToWait = await fillIfRoom(transaction, [bucketOf(limits.ownerNotices, owner.email, matter)]);
    if (secondsToWait > 0) return this.#send(transaction, { teamId, matter }, secondsToWait);
    await markMailed(transaction, teamId, this.clock.now());
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
const isUnmailed = (teamId: string) => ({ teamId, notifiedAt: null });

const peopleOf = {
  'seats-requested': {
    find: async (transaction, teamId) => {
      const rows = await transaction.seatRequest.findMany({
        where: isUnmailed(teamId),
        select: { firstName: true, lastName: true, email: true },
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
      });
      return rows.map(({ email, ...names }) => ({ name: fullName(names), email }));
    },
    markMailed: (transaction, teamId, notifiedAt) =>
      transaction.seatRequest.updateMany({ where: isUnmailed(teamId), data: { notifiedAt } }),
  },
  'members-changed': {
    // Omits the current owner's own changes, such as their joining.
    find: async (transaction, teamId, { email }) => {
      const rows = await transaction.memberChange.findMany({
        where: { ...isUnmailed(teamId), email: { not: email } },
        select: { name: true, email: true, what: true },
        orderBy: [{ at: 'asc' }, { id: 'asc' }],
      });
      return rows.map(({ what, ...row }) => {
        const change = changes.find((one) => one === what);
        // A newer release wrote this value. A retry on a replica with that release succeeds.
        if (change === undefined) throw new Error(`Unknown member change "${what}"`);
        return { ...row, what: change };
      });
    },
    markMailed: (transaction, teamId, notifiedAt) =>
      transaction.memberChange.updateMany({ where: isUnmailed(teamId), data: { notifiedAt } }),
  },
} as const satisfies Partial<Record<OwnerNoticeKind, People>>;
