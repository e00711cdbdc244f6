import { Inject, Injectable } from '@nestjs/common';
import { waitText } from '@foyer/contracts/problem';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { invitationLimits, QUIET_INVITATIONS, type BudgetKind } from '../config/limits.ts';
import { Problem } from '../request/problem.ts';
import { fill, lockLevels, type Bucket } from '../mails/mail-limits.queries.ts';
import { bucketOf, take } from '../mails/mail-limits.ts';

type Holder = { kind: BudgetKind; subject: string };

/** Who sends invitations: whose budgets they are counted in, nearest first, and the one shared with strangers. */
export type Sender = { own: readonly [Holder, ...Holder[]]; shared?: Holder };

/** Somebody who sends as the owner of a team. */
export function ownerOf(userId: string, teamId: string): Sender {
  return {
    own: [
      { kind: 'inviter', subject: userId },
      { kind: 'team', subject: teamId },
    ],
  };
}

/** Somebody who sends through an app. */
export function appOf(access: {
  grantId: string;
  clientId: string;
  user: { id: string };
  team: { id: string };
}): Sender {
  return {
    own: [{ kind: 'grant', subject: access.grantId }, ...ownerOf(access.user.id, access.team.id).own],
    shared: { kind: 'app', subject: access.clientId },
  };
}

/** Somebody who sends through the diagramming product, which alone knows who they are. */
export function productFor(inviterEmail: string): Sender {
  return {
    own: [{ kind: 'inviter', subject: inviterEmail }],
    shared: { kind: 'product', subject: 'product' },
  };
}

/** How many invitations may be sent (invariant 13 of docs/security.md). */
@Injectable()
export class InvitationBudgets {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  /** Takes `count` from every budget of the sender, or from none. Throws `InvitationLimitReached`. */
  async spend(sender: Sender, count: number): Promise<void> {
    if (count === 0) return;
    await this.prisma.$transaction(async (transaction) => {
      await takeOrRefuse(transaction, bucketsOf(sender.own, count), count);
      if (!sender.shared) return;
      const [, day] = await lockLevels(transaction, bucketsOf(sender.own.slice(0, 1), 1));
      const isQuiet = day !== undefined && day.level / day.cost <= QUIET_INVITATIONS;
      await takeOrRefuse(transaction, bucketsOf([sender.shared], count, isQuiet ? 2 : 1), count);
    });
  }

  /** Returns what was taken for invitations that were not sent. */
  async giveBack({ own, shared }: Sender, count: number): Promise<void> {
    if (count === 0) return;
    await this.prisma.$transaction(async (transaction) => {
      for (const holders of shared ? [own, [shared]] : [own]) {
        await fill(transaction, await lockLevels(transaction, bucketsOf(holders, -count)));
      }
    });
  }
}

/** `budgets`: how many times its size a bucket may hold. */
function bucketsOf(holders: readonly Holder[], count: number, budgets = 1): Bucket[] {
  return holders.flatMap(({ kind, subject }) =>
    invitationLimits[kind].limits.map((limit) => ({
      ...bucketOf(limit, subject, `invitations of ${kind}, ${limit.seconds} s`, count),
      ceiling: budgets * limit.seconds,
    })),
  );
}

async function takeOrRefuse(transaction: Transaction, buckets: Bucket[], count: number): Promise<void> {
  const retryAfterSeconds = await take(transaction, buckets);
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
        ? `That is more than you can send now. ${left === 1 ? 'One more invitation' : `${left} more invitations`} can go out at once, all of these in ${wait}.`
        : `You have sent a lot of invitations. Try again in ${wait}.`,
  });
}
