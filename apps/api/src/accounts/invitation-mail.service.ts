import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitationContent, Mail } from '@foyer/mail/mail-kinds';
import { INVITATION_MAIL_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../database/jobs.ts';
import { InvitationCodes, type InvitationKind } from './invitation-codes.service.ts';
import { INVITATIONS_IN_ONE_MAIL, mailsToOneAddress } from './invitation-limits.ts';

type InvitationMailJob = { email: string };
type Waiting = { id: string; kind: InvitationKind; name: string; inviterName: string; inviterEmail: string };

/**
 * Mails about invitations (decision 37). An inviter only requests one; a job per address writes it when it is due,
 * about all invitations waiting by then, and only then makes the mailed codes, so that no code changes without a
 * mail. Requests and the job lock the address's row first, so that no request is missed.
 */
@Injectable()
export class InvitationMailService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly codes: InvitationCodes,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<InvitationMailJob>(INVITATION_MAIL_QUEUE, (job) =>
      this.prisma.$transaction(async (transaction) => {
        await this.#write(transaction, job.data.email);
        await this.jobs.complete(transaction, job);
      }),
    );
  }

  /**
   * Requests a mail about what `transaction` is about to mark with `mail_asked_at`; to be called before it touches
   * the invitation. Returns whether it is written at once or later, because one was written just now.
   */
  async ask(transaction: Transaction, email: string): Promise<'now' | 'later'> {
    const seconds = await this.#lock(transaction, email);
    await this.#send(transaction, email, seconds);
    return seconds === 0 ? 'now' : 'later';
  }

  /** Locks the address's row. Returns the seconds until it may be mailed. */
  async #lock(transaction: Transaction, email: string): Promise<number> {
    const { mails, seconds } = mailsToOneAddress;
    const [row] = await transaction.$queryRaw<[{ seconds: number }]>`
      INSERT INTO invitation_mail_waits AS w (email) VALUES (${email})
      ON CONFLICT (email) DO UPDATE SET refilled_at = w.refilled_at
      RETURNING greatest(0, ceil(extract(epoch FROM greatest(
        w.sent_at + make_interval(secs => ${RESEND_WAIT_SECONDS}::int),
        w.refilled_at - make_interval(secs => ${seconds - seconds / mails}::float8)
      ) - clock_timestamp())))::int AS seconds`;
    return row.seconds;
  }

  /** A job that waits for the address already will do, whenever it is due: that is as soon as a mail is allowed. */
  async #send(transaction: Transaction, email: string, afterSeconds: number): Promise<void> {
    const data = { email } satisfies InvitationMailJob;
    await this.jobs.send(transaction, INVITATION_MAIL_QUEUE, data, afterSeconds, email);
  }

  async #write(transaction: Transaction, email: string): Promise<void> {
    const seconds = await this.#lock(transaction, email);
    const waiting = await this.#findWaiting(transaction, email);
    if (waiting.length === 0) return;
    if (seconds > 0) return this.#send(transaction, email, seconds);
    const taken = waiting.slice(0, INVITATIONS_IN_ONE_MAIL);
    const told = await this.#notify(transaction, email, taken);
    if (waiting.length > taken.length) await this.#send(transaction, email, RESEND_WAIT_SECONDS);
    const mail = mailOf(email, told);
    if (!mail) return;
    const { mails, seconds: day } = mailsToOneAddress;
    await transaction.$executeRaw`
      UPDATE invitation_mail_waits
         SET sent_at = clock_timestamp(),
             refilled_at = greatest(refilled_at, clock_timestamp()) + make_interval(secs => ${day / mails}::float8)
       WHERE email = ${email}`;
    await this.mails.enqueueMail(transaction, mail);
  }

  /**
   * Live invitations not mailed yet, one more than fits into a mail. The first of each inviter comes before the
   * second of any, so that nobody's many push out another's one. An event shared several times by one person counts
   * once.
   */
  async #findWaiting(transaction: Transaction, email: string): Promise<Waiting[]> {
    return transaction.$queryRaw<Waiting[]>`
      WITH live AS (
        SELECT i.id, 'team' AS kind, t.name, coalesce(u.first_name || ' ' || u.last_name, t.name) AS "inviterName",
               coalesce(u.email, '') AS "inviterEmail", t.id::text AS sender, i.id::text AS subject, i.mail_asked_at
          FROM team_invitations i JOIN teams t ON t.id = i.team_id LEFT JOIN users u ON u.id = i.inviter_id
         WHERE ${isWaiting(email)}
        UNION ALL
        SELECT i.id, 'event', i.event_name, i.inviter_name, i.inviter_email, i.inviter_email, i.event_id, i.mail_asked_at
          FROM event_invitations i WHERE ${isWaiting(email)}),
      newest AS (
        SELECT DISTINCT ON (kind, sender, subject) * FROM live ORDER BY kind, sender, subject, mail_asked_at DESC, id DESC)
      SELECT id, kind, name, "inviterName", "inviterEmail" FROM newest
       ORDER BY row_number() OVER (PARTITION BY kind, sender ORDER BY mail_asked_at, id), mail_asked_at, id
       LIMIT ${INVITATIONS_IN_ONE_MAIL + 1}`;
  }

  /** Marks invitations as mailed, renews their week and their mailed code, and returns what the mail says of them. */
  async #notify(transaction: Transaction, email: string, taken: Waiting[]): Promise<InvitationContent[]> {
    const hasAccount = (await transaction.user.count({ where: { email } })) > 0;
    const told: InvitationContent[] = [];
    for (const { id, kind, name, inviterName, inviterEmail } of taken) {
      const marked = await transaction.$executeRaw(kind === 'team' ? markingTeam(id) : markingEvent(id));
      // Ended since it was read.
      if (marked === 0) continue;
      const code = await this.codes.mintMailed(transaction, kind, id);
      told.push(
        kind === 'team'
          ? { kind, inviterName, inviterEmail, teamName: name, code, hasAccount }
          : { kind, inviterName, inviterEmail, eventName: name, code },
      );
    }
    return told;
  }
}

const isWaiting = (email: string) => Prisma.sql`
  i.email = ${email} AND i.mail_asked_at IS NOT NULL AND i.accepted_at IS NULL AND i.revoked_at IS NULL
  AND i.expires_at > now()`;

const TOLD = Prisma.sql`
  mail_asked_at = NULL, expires_at = now() + make_interval(days => ${INVITATION_LIFE_DAYS}::int)`;
const STILL_LIVE = Prisma.sql`accepted_at IS NULL AND revoked_at IS NULL`;

const markingTeam = (id: string) => Prisma.sql`
  UPDATE team_invitations SET ${TOLD} WHERE id = ${id}::uuid AND ${STILL_LIVE}`;

/** Marks the earlier invitations of the same person to the same event, too. */
const markingEvent = (id: string) => Prisma.sql`
  WITH earlier AS (
    UPDATE event_invitations e SET mail_asked_at = NULL FROM event_invitations i
     WHERE i.id = ${id}::uuid AND e.id <> i.id AND e.email = i.email AND e.event_id = i.event_id
       AND e.inviter_email = i.inviter_email AND e.mail_asked_at IS NOT NULL)
  UPDATE event_invitations SET ${TOLD} WHERE id = ${id}::uuid AND ${STILL_LIVE}`;

/** A single invitation has a mail of its own kind. */
function mailOf(to: string, told: InvitationContent[]): Mail | undefined {
  const [first] = told;
  if (!first) return undefined;
  if (told.length > 1) return { kind: 'invitations', to, content: { invitations: told } };
  const { kind, ...content } = first;
  return 'teamName' in content
    ? { kind: 'team-invitation', to, content }
    : { kind: 'event-invitation', to, content };
}
