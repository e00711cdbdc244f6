import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { waitText } from '@foyer/contracts/problem';
import { MAIL_COOLDOWN_SECONDS } from '@foyer/contracts/registration/verify-email';
import { languageNamed } from '@foyer/catalog/languages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { InvitationContent, Mail } from '@foyer/mail/mail-kinds';
import { INVITATION_MAIL_QUEUE } from '@foyer/mail/queues';
import {
  invitationLimits,
  INVITATIONS_IN_ONE_MAIL,
  limits,
  QUIET_INVITATIONS,
  type BudgetKind,
} from '../config/limits.ts';
import { Jobs } from '../database/jobs.ts';
import { fill, lockLevels, type Bucket } from '../mails/mail-limits.queries.ts';
import { bucketOf, secondsUntilRoom, fillIfRoom, cooldownBucket } from '../mails/mail-limits.ts';
import { Problem } from '../request/problem.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import {
  findUnmailedInvitations,
  markEventMailed,
  markTeamMailed,
  setCode,
  type UnmailedInvitation,
} from './invitations.queries.ts';

type InvitationMailJob = { email: string };
type Holder = { kind: BudgetKind; subject: string };

/**
 * `own`: the budgets of the sender alone, the narrowest first. `shared`: the budget of all users of an app, or of the
 * diagramming product.
 */
export type SenderBudgets = { own: readonly [Holder, ...Holder[]]; shared?: Holder };

export function ownerBudgets(userId: string, teamId: string): SenderBudgets {
  return {
    own: [
      { kind: 'inviter', subject: userId },
      { kind: 'team', subject: teamId },
    ],
  };
}

export function appBudgets(access: {
  grantId: string;
  clientId: string;
  user: { id: string };
  team: { id: string };
}): SenderBudgets {
  return {
    own: [{ kind: 'grant', subject: access.grantId }, ...ownerBudgets(access.user.id, access.team.id).own],
    shared: { kind: 'app', subject: access.clientId },
  };
}

/** Identifies the inviter by email address, because the inviter may have no account. */
export function productBudgets(inviterEmail: string): SenderBudgets {
  return {
    own: [{ kind: 'inviter', subject: inviterEmail }],
    shared: { kind: 'product', subject: 'product' },
  };
}

/**
 * Inviting a person only requests a mail (decision 35). One job per address mails all waiting invitations as soon as a
 * mail is allowed. Only this job creates mailed codes, each together with its mail. Requests and the job first lock the
 * mail limits of the address, so the job misses no request. Senders have budgets (invariant 13 of docs/security.md).
 */
@Injectable()
export class InvitationMailsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
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

  /** Charges `count` invitations to all budgets of the sender or to none. Throws `InvitationLimitReached`. */
  async spend(sender: SenderBudgets, count: number): Promise<void> {
    if (count === 0) return;
    await this.prisma.$transaction(async (transaction) => {
      await takeOrReject(transaction, budgetsOf(sender.own, count), count);
      if (!sender.shared) return;
      const [, day] = await lockLevels(transaction, budgetsOf(sender.own.slice(0, 1), 1));
      const isQuiet = day !== undefined && day.level / day.cost <= QUIET_INVITATIONS;
      await takeOrReject(transaction, budgetsOf([sender.shared], count, isQuiet ? 2 : 1), count);
    });
  }

  async refund({ own, shared }: SenderBudgets, count: number): Promise<void> {
    if (count === 0) return;
    await this.prisma.$transaction(async (transaction) => {
      for (const holders of shared ? [own, [shared]] : [own]) {
        await fill(transaction, await lockLevels(transaction, budgetsOf(holders, -count)));
      }
    });
  }

  /**
   * Call this before you write the invitation in the same transaction. Returns `later` if no mail to the address is
   * allowed yet.
   */
  async requestMail(transaction: Transaction, email: string): Promise<'now' | 'later'> {
    const seconds = secondsUntilRoom(await lockLevels(transaction, mailBucketsOf(email)));
    await this.#send(transaction, email, seconds);
    return seconds === 0 ? 'now' : 'later';
  }

  async #send(transaction: Transaction, email: string, afterSeconds: number): Promise<void> {
    const data = { email } satisfies InvitationMailJob;
    await this.jobs.send(transaction, INVITATION_MAIL_QUEUE, data, afterSeconds, email);
  }

  async #write(transaction: Transaction, email: string): Promise<void> {
    const buckets = await lockLevels(transaction, mailBucketsOf(email));
    const seconds = secondsUntilRoom(buckets);
    const waiting = await findUnmailedInvitations(transaction, email);
    if (waiting.length === 0) return;
    if (seconds > 0) return this.#send(transaction, email, seconds);
    const taken = waiting.slice(0, INVITATIONS_IN_ONE_MAIL);
    const contents = await this.#markMailed(transaction, email, taken);
    if (waiting.length > taken.length) await this.#send(transaction, email, MAIL_COOLDOWN_SECONDS);
    const mail = mailOf(email, contents);
    if (!mail) return;
    await fill(transaction, buckets);
    const language = languageNamed(taken[0]?.language);
    await this.mails.enqueueMail(transaction, { ...mail, language });
  }

  async #markMailed(
    transaction: Transaction,
    email: string,
    taken: UnmailedInvitation[],
  ): Promise<InvitationContent[]> {
    const hasAccount = (await transaction.user.count({ where: { email } })) > 0;
    const contents: InvitationContent[] = [];
    for (const { id, kind, name, inviterName, inviterEmail } of taken) {
      const isMarked = await (kind === 'team'
        ? markTeamMailed(transaction, id)
        : markEventMailed(transaction, id));
      // The invitation ended after it was read.
      if (!isMarked) continue;
      const secretId = mintToken();
      await setCode(transaction, kind, id, { codeHash: hashToken(secretId) });
      const code = encodeInvitationCode(secretId);
      contents.push(
        kind === 'team'
          ? { kind, inviterName, inviterEmail, teamName: name, code, hasAccount }
          : { kind, inviterName, inviterEmail, eventName: name, code },
      );
    }
    return contents;
  }
}

const mailBucketsOf = (email: string): Bucket[] => [
  bucketOf(limits.invitationMails, email, 'invitation, day'),
  cooldownBucket(email, 'invitation'),
];

function mailOf(to: string, contents: InvitationContent[]): Mail | undefined {
  const [first] = contents;
  if (!first) return undefined;
  if (contents.length > 1) return { kind: 'invitations', to, content: { invitations: contents } };
  const { kind, ...content } = first;
  return 'teamName' in content
    ? { kind: 'team-invitation', to, content }
    : { kind: 'event-invitation', to, content };
}

/** The buckets have the cost of `count` invitations. Their capacity is `budgets` times the limit. */
function budgetsOf(holders: readonly Holder[], count: number, budgets = 1): Bucket[] {
  return holders.flatMap(({ kind, subject }) =>
    invitationLimits[kind].limits.map((limit) => ({
      ...bucketOf(limit, subject, `invitations of ${kind}, ${limit.seconds} s`, count),
      ceiling: budgets * limit.seconds,
    })),
  );
}

async function takeOrReject(transaction: Transaction, buckets: Bucket[], count: number): Promise<void> {
  const retryAfterSeconds = await fillIfRoom(transaction, buckets);
  if (retryAfterSeconds === 0) return;
  const levels = await lockLevels(transaction, buckets);
  const rooms = levels.map(({ level, cost, ceiling }) => Math.floor(((ceiling - level) / cost) * count));
  const left = Math.max(0, Math.min(...rooms));
  const wait = waitText(retryAfterSeconds);
  throw new Problem('InvitationLimitReached', {
    retryAfterSeconds,
    ...(left > 0 && { details: { invitationsLeft: left } }),
    message:
      left > 0
        ? `You can send only ${left === 1 ? 'one more invitation' : `${left} more invitations`} right now, and all of these in ${wait}.`
        : `You’ve sent a lot of invitations. Try again in ${wait}.`,
  });
}
