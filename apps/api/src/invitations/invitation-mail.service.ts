import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { RESEND_WAIT_SECONDS } from '@foyer/contracts/registration/verify-email';
import { languageNamed } from '@foyer/catalog/languages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ahead, cast, now, typedSql, type ExpressionBuilder } from '@foyer/db/typed-sql';
import type { Tables } from '@foyer/db/tables';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitationContent, Mail } from '@foyer/mail/mail-kinds';
import { INVITATION_MAIL_QUEUE } from '@foyer/mail/queues';
import { INVITATIONS_IN_ONE_MAIL, limits } from '../config/limits.ts';
import { Jobs } from '../database/jobs.ts';
import { InvitationCodes, type InvitationKind } from './invitation-codes.service.ts';
import { fill, lockLevels, type Bucket } from '../mails/mail-limits.queries.ts';
import { bucketOf, secondsUntilRoom, waitOf } from '../mails/mail-limits.ts';

type InvitationMailJob = { email: string };
type Waiting = {
  id: string;
  kind: InvitationKind;
  name: string;
  inviterName: string;
  inviterEmail: string;
  /** The inviter's. */
  language: string | null;
};

/**
 * Mails about invitations (decision 35). An inviter only requests one; a job per address writes it when it is due,
 * about all invitations waiting by then, and only then makes the mailed codes, so that no code changes without a
 * mail. Requests and the job lock the address's rows first, so that no request is missed.
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
    const seconds = secondsUntilRoom(await lockLevels(transaction, bucketsOf(email)));
    await this.#send(transaction, email, seconds);
    return seconds === 0 ? 'now' : 'later';
  }

  /** A job that waits for the address already will do, whenever it is due: that is as soon as a mail is allowed. */
  async #send(transaction: Transaction, email: string, afterSeconds: number): Promise<void> {
    const data = { email } satisfies InvitationMailJob;
    await this.jobs.send(transaction, INVITATION_MAIL_QUEUE, data, afterSeconds, email);
  }

  async #write(transaction: Transaction, email: string): Promise<void> {
    const buckets = await lockLevels(transaction, bucketsOf(email));
    const seconds = secondsUntilRoom(buckets);
    const waiting = await this.#findWaiting(transaction, email);
    if (waiting.length === 0) return;
    if (seconds > 0) return this.#send(transaction, email, seconds);
    const taken = waiting.slice(0, INVITATIONS_IN_ONE_MAIL);
    const told = await this.#notify(transaction, email, taken);
    if (waiting.length > taken.length) await this.#send(transaction, email, RESEND_WAIT_SECONDS);
    const mail = mailOf(email, told);
    if (!mail) return;
    await fill(transaction, buckets);
    const language = languageNamed(taken[0]?.language);
    await this.mails.enqueueMail(transaction, { ...mail, language });
  }

  /**
   * Live invitations not mailed yet, one more than fits into a mail. The first of each inviter comes before the
   * second of any, so that nobody's many push out another's one. An event shared several times by one person counts
   * once.
   */
  async #findWaiting(transaction: Transaction, email: string): Promise<Waiting[]> {
    return typedSql(transaction)
      .with('live', (from) =>
        from
          .selectFrom('teamInvitations as i')
          .innerJoin('teams as t', 't.id', 'i.teamId')
          .leftJoin('users as u', 'u.id', 'i.inviterId')
          .select((row) => [
            ...(['i.id', 't.name', 'i.mailAskedAt'] as const),
            cast(row.val<InvitationKind>('team'), 'text').as('kind'),
            row.fn
              .coalesce(row(row('u.firstName', '||', ' '), '||', row.ref('u.lastName')), 't.name')
              .as('inviterName'),
            row.fn.coalesce('u.email', row.val('')).as('inviterEmail'),
            cast(row.ref('t.id'), 'text').as('sender'),
            cast(row.ref('i.id'), 'text').as('subject'),
            row.fn.coalesce('u.language', 'i.language').as('language'),
          ])
          .where(isToBeMailed(email))
          .unionAll(
            from
              .selectFrom('eventInvitations as i')
              .leftJoin('users as u', 'u.email', 'i.inviterEmail')
              .select((row) => [
                ...(['i.id', 'i.eventName as name', 'i.mailAskedAt'] as const),
                cast(row.val<InvitationKind>('event'), 'text').as('kind'),
                ...(['i.inviterName', 'i.inviterEmail'] as const),
                ...(['i.inviterEmail as sender', 'i.eventId as subject'] as const),
                row.fn.coalesce('u.language', 'i.language').as('language'),
              ])
              .where(isToBeMailed(email)),
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
          .orderBy('mailAskedAt', 'desc')
          .orderBy('id', 'desc'),
      )
      .selectFrom('newest')
      .select(['id', 'kind', 'name', 'inviterName', 'inviterEmail', 'language'])
      .orderBy((row) =>
        row.fn
          .agg<number>('row_number')
          .over((window) => window.partitionBy(['kind', 'sender']).orderBy('mailAskedAt').orderBy('id')),
      )
      .orderBy('mailAskedAt')
      .orderBy('id')
      .limit(INVITATIONS_IN_ONE_MAIL + 1)
      .execute();
  }

  /** Marks invitations as mailed, renews their week and their mailed code, and returns what the mail says of them. */
  async #notify(transaction: Transaction, email: string, taken: Waiting[]): Promise<InvitationContent[]> {
    const hasAccount = (await transaction.user.count({ where: { email } })) > 0;
    const told: InvitationContent[] = [];
    for (const { id, kind, name, inviterName, inviterEmail } of taken) {
      const isMarked = await (kind === 'team' ? markTeam(transaction, id) : markEvent(transaction, id));
      // Ended since it was read.
      if (!isMarked) continue;
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

/** One in a wait, and so many in a day. */
const bucketsOf = (email: string): Bucket[] => [
  bucketOf(limits.invitationMails, email, 'invitation, day'),
  waitOf(email, 'invitation'),
];

/** What both kinds of invitation have in common. */
type OfBoth = keyof Tables['teamInvitations'] & keyof Tables['eventInvitations'];
type Invitation = Pick<Tables['teamInvitations'], OfBoth>;

function hasNotEnded(row: ExpressionBuilder<{ i: Invitation }, 'i'>) {
  return row.and([row('i.acceptedAt', 'is', null), row('i.revokedAt', 'is', null)]);
}

const isToBeMailed = (email: string) => (row: ExpressionBuilder<{ i: Invitation }, 'i'>) =>
  row.and([
    hasNotEnded(row),
    row('i.email', '=', email),
    row('i.mailAskedAt', 'is not', null),
    row('i.expiresAt', '>', now()),
  ]);

const told = () => ({ mailAskedAt: null, expiresAt: ahead({ days: INVITATION_LIFE_DAYS }) });

async function markTeam(transaction: Transaction, id: string): Promise<boolean> {
  const marked = await typedSql(transaction)
    .updateTable('teamInvitations as i')
    .set(told())
    .where('i.id', '=', id)
    .where(hasNotEnded)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Marks the earlier invitations of the same person to the same event, too. */
async function markEvent(transaction: Transaction, id: string): Promise<boolean> {
  const marked = await typedSql(transaction)
    .with('earlier', (from) =>
      from
        .updateTable('eventInvitations as e')
        .from('eventInvitations as i')
        .set({ mailAskedAt: null })
        .where('i.id', '=', id)
        .whereRef('e.id', '<>', 'i.id')
        .whereRef('e.email', '=', 'i.email')
        .whereRef('e.eventId', '=', 'i.eventId')
        .whereRef('e.inviterEmail', '=', 'i.inviterEmail')
        .where('e.mailAskedAt', 'is not', null),
    )
    .updateTable('eventInvitations as i')
    .set(told())
    .where('i.id', '=', id)
    .where(hasNotEnded)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

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
