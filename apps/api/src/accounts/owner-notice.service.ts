import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { PeopleOfNotice } from '@foyer/mail/mail-kinds';
import { OWNER_NOTICE_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../database/jobs.ts';

/** Why an owner is mailed, named by the kind of mail. */
export type OwnerNoticeKind = 'seats-requested' | 'identities-pending' | 'members-changed';
type OwnerNoticeJob = { teamId: string; matter: OwnerNoticeKind };
type Owner = { id: string; email: string; firstName: string; teamName: string };
type Person = PeopleOfNotice['people'][number];

/** Time between two mails of a kind to an owner; people who come meanwhile are in the next one. */
const WAIT_SECONDS = 3_600;
/** Bounded, because a whole company may come at nine o'clock; the team page lists all. */
const PEOPLE_IN_ONE_MAIL = 20;

/**
 * Mails a team's owner about people who wait for them: at once about the first, about others of the same hour
 * together at its end. Rows with an empty `told_at` are due.
 */
@Injectable()
export class OwnerNoticeService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<OwnerNoticeJob>(OWNER_NOTICE_QUEUE, (job) =>
      this.prisma.$transaction(async (transaction) => {
        await this.#notify(transaction, job.data);
        await this.jobs.complete(transaction, job);
      }),
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
    const [owner] = await transaction.$queryRaw<Owner[]>`
      SELECT u.id, u.email, u.first_name AS "firstName", t.name AS "teamName"
        FROM teams t JOIN users u ON u.id = t.owner_id WHERE t.id = ${teamId}::uuid`;
    if (!owner) return;
    const people = await findPending[matter](transaction, teamId, owner.id);
    if (people.length === 0) return;
    const secondsToWait = await claimWait(transaction, owner.email, matter);
    if (secondsToWait > 0) return this.#send(transaction, { teamId, matter }, secondsToWait);
    await markNotified[matter](transaction, teamId);
    const { email: to, firstName, teamName } = owner;
    const named = people.slice(0, PEOPLE_IN_ONE_MAIL);
    const content = { firstName, teamName, people: named, moreCount: people.length - named.length };
    await this.mails.enqueueMail(transaction, { kind: matter, to, content });
  }
}

async function lockTeam(transaction: Transaction, teamId: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
}

const findPending = {
  'seats-requested': (transaction, teamId) => transaction.$queryRaw`
    SELECT concat_ws(' ', first_name, last_name) AS name, email FROM seat_requests
     WHERE team_id = ${teamId}::uuid AND told_at IS NULL ORDER BY at, id`,
  // Not about the owner's own account: the mail would go to the very address in doubt.
  'identities-pending': (transaction, teamId, ownerId) => transaction.$queryRaw`
    SELECT concat_ws(' ', p.first_name, p.last_name) AS name, p.email
      FROM pending_identities p JOIN identity_providers i ON i.id = p.identity_provider_id
     WHERE i.team_id = ${teamId}::uuid AND p.told_at IS NULL AND p.user_id <> ${ownerId}::uuid
       AND has_undecided_identity(p.user_id)
     ORDER BY p.first_seen_at, p.id`,
  // Not about what the present owner did.
  'members-changed': (transaction, teamId, ownerId) => transaction.$queryRaw`
    SELECT name, email, what FROM member_changes
     WHERE team_id = ${teamId}::uuid AND told_at IS NULL
       AND email <> (SELECT email FROM users WHERE id = ${ownerId}::uuid)
     ORDER BY at, id`,
} as const satisfies Record<
  OwnerNoticeKind,
  (transaction: Transaction, teamId: string, ownerId: string) => Promise<Person[]>
>;

const markNotified = {
  'seats-requested': (transaction, teamId) => transaction.$executeRaw`
    UPDATE seat_requests SET told_at = now() WHERE team_id = ${teamId}::uuid AND told_at IS NULL`,
  'identities-pending': (transaction, teamId) => transaction.$executeRaw`
    UPDATE pending_identities p SET told_at = now() FROM identity_providers i
     WHERE i.id = p.identity_provider_id AND i.team_id = ${teamId}::uuid AND p.told_at IS NULL
       AND has_undecided_identity(p.user_id)`,
  'members-changed': (transaction, teamId) => transaction.$executeRaw`
    UPDATE member_changes SET told_at = now() WHERE team_id = ${teamId}::uuid AND told_at IS NULL`,
} as const satisfies Record<OwnerNoticeKind, (transaction: Transaction, teamId: string) => Promise<number>>;

/** Claims the right to send the mail now, and gives 0; or how many seconds there are until then. */
async function claimWait(transaction: Transaction, email: string, matter: OwnerNoticeKind): Promise<number> {
  const claimed = await transaction.$executeRaw`
    INSERT INTO mail_waits (email, kind) VALUES (${email}, ${matter})
    ON CONFLICT (email, kind) DO UPDATE SET sent_at = now()
     WHERE mail_waits.sent_at <= now() - make_interval(secs => ${WAIT_SECONDS}::int)`;
  if (claimed === 1) return 0;
  const [wait] = await transaction.$queryRaw<{ seconds: number }[]>`
    SELECT greatest(1, ceil(extract(epoch FROM sent_at - now()) + ${WAIT_SECONDS}::int))::int AS seconds
      FROM mail_waits WHERE email = ${email} AND kind = ${matter}`;
  return wait?.seconds ?? 1;
}
