import { Inject, Injectable } from '@nestjs/common';
import { waitText } from '@foyer/contracts/problem';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import {
  clockTime,
  expressionWith,
  greatest,
  insertSelected,
  laterBy,
  rowsOf,
  secondsBetween,
  typedSql,
  valueOf,
  type TypedSql,
} from '@foyer/db/typed-sql';
import { Problem } from '../request/problem.ts';
import { invitationLimits, QUIET_INVITATIONS, type HolderKind } from './invitation-limits.ts';

type Holder = { kind: HolderKind; name: string };

/** Who sends invitations: whose budgets they are counted in, nearest first, and the one shared with strangers. */
export type Sender = { own: readonly [Holder, ...Holder[]]; shared?: Holder };

/** `cost` seconds are added to the row, up to `ceiling` seconds from now. */
type Charge = { holder: string; seconds: number; cost: number; ceiling: number };

/** Somebody who sends as the owner of a team. */
export function ownerOf(userId: string, teamId: string): Sender {
  return {
    own: [
      { kind: 'inviter', name: `inviter:${userId}` },
      { kind: 'team', name: `team:${teamId}` },
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
    own: [{ kind: 'grant', name: `grant:${access.grantId}` }, ...ownerOf(access.user.id, access.team.id).own],
    shared: { kind: 'app', name: `app:${access.clientId}` },
  };
}

/** Somebody who sends through the diagramming product, which alone knows who they are. */
export function productFor(inviterEmail: string): Sender {
  return {
    own: [{ kind: 'inviter', name: `product-inviter:${inviterEmail}` }],
    shared: { kind: 'product', name: 'product' },
  };
}

/**
 * How many invitations may be sent (invariant 13 of docs/security.md): a leaky bucket for each holder and time, kept
 * as the moment at which it is empty again. Spending is one statement that waits for whoever is spending from the same
 * bucket, so of any number of calls at once never more get through than there is room for.
 */
@Injectable()
export class InvitationBudgets {
  constructor(@Inject(PrismaClient) private readonly prisma: PrismaClient) {}

  /** Takes `count` from every budget of the sender, or from none. Throws `InvitationLimitReached`. */
  async spend(sender: Sender, count: number): Promise<void> {
    if (count === 0) return;
    await this.prisma.$transaction(async (transaction) => {
      const levels = await this.#charge(transaction, chargesOn(sender.own, count), count);
      if (!sender.shared) return;
      const [nearest] = sender.own;
      const [, day] = invitationLimits[nearest.kind];
      const spent = (levels.get(keyOf(nearest.name, day.seconds)) ?? 0) / costOf(day);
      const isQuiet = spent <= QUIET_INVITATIONS;
      await this.#charge(transaction, chargesOn([sender.shared], count, isQuiet ? 2 : 1), count);
    });
  }

  /** Returns what was taken for invitations that were not sent. */
  async giveBack(sender: Sender, count: number): Promise<void> {
    if (count === 0) return;
    for (const holders of [sender.own, sender.shared ? [sender.shared] : []])
      if (holders.length > 0) await charge(typedSql(this.prisma), chargesOn(holders, -count));
  }

  /** Returns the seconds until each bucket is empty again. */
  async #charge(transaction: Transaction, charges: Charge[], count: number): Promise<Map<string, number>> {
    const rows = await charge(typedSql(transaction), charges);
    const levels = new Map(rows.map(({ holder, seconds, level }) => [keyOf(holder, seconds), level]));
    const refused = charges.filter(({ holder, seconds }) => !levels.has(keyOf(holder, seconds)));
    if (refused.length > 0) await this.#refuse(transaction, refused, count);
    return levels;
  }

  async #refuse(transaction: Transaction, refused: Charge[], count: number): Promise<never> {
    const keys = refused.map(({ holder, seconds }) => ({ holder, seconds }));
    const rows = await typedSql(transaction)
      .selectFrom('invitationBudgets as b')
      .innerJoin(rowsOf(keys, { holder: 'text', seconds: 'int' }, 'k'), (join) =>
        join.onRef('k.holder', '=', 'b.holder').onRef('k.seconds', '=', 'b.seconds'),
      )
      .select(['b.holder', 'b.seconds'])
      .select((row) => greatest(secondsBetween(clockTime(), row.ref('b.refilledAt')), row.lit(0)).as('level'))
      .execute();
    const levels = new Map(rows.map(({ holder, seconds, level }) => [keyOf(holder, seconds), level]));
    const rooms = refused.map(({ holder, seconds, cost, ceiling }) => {
      const level = levels.get(keyOf(holder, seconds)) ?? 0;
      return { left: Math.floor(((ceiling - level) / cost) * count), wait: level + cost - ceiling };
    });
    const left = Math.max(0, Math.min(...rooms.map((room) => room.left)));
    const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(...rooms.map((room) => room.wait))));
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
}

const keyOf = (holder: string, seconds: number) => `${holder} ${seconds}`;
const costOf = ({ invitations, seconds }: { invitations: number; seconds: number }) => seconds / invitations;

function chargesOn(holders: readonly Holder[], count: number, budgets = 1): Charge[] {
  return holders.flatMap(({ kind, name }) =>
    invitationLimits[kind].map((limit) => ({
      holder: name,
      seconds: limit.seconds,
      cost: count * costOf(limit),
      ceiling: budgets * limit.seconds,
    })),
  );
}

const withCharge = expressionWith<{ asked: Charge }>();

/** Of the charge on a bucket. */
const own = (column: 'cost' | 'ceiling') =>
  valueOf(
    withCharge
      .selectFrom('asked as a')
      .select(column)
      .whereRef('a.holder', '=', 'invitationBudgets.holder')
      .whereRef('a.seconds', '=', 'invitationBudgets.seconds'),
  );

/** When a bucket will be empty with what is added to it. */
const emptied = () =>
  laterBy(greatest(withCharge.ref('invitationBudgets.refilledAt'), clockTime()), own('cost'));

/**
 * Adds each cost where there is room, and returns those rows. Rows are locked in one order, so that two senders never
 * deadlock; the clock is read once the row is locked.
 */
async function charge(database: TypedSql, charges: Charge[]) {
  const types = { holder: 'text', seconds: 'int', cost: 'float8', ceiling: 'float8' } as const;
  const withAsked = database.with(
    (asked) => asked('asked').materialized(),
    (from) => from.selectFrom(rowsOf(charges, types, 'a')).selectAll(),
  );
  return insertSelected(
    withAsked.insertInto('invitationBudgets'),
    ['holder', 'seconds', 'refilledAt'],
    (from) =>
      from
        .selectFrom('asked')
        .select((row) => ['holder', 'seconds', laterBy(clockTime(), row.ref('cost')).as('refilledAt')])
        .whereRef('cost', '<=', 'ceiling')
        .orderBy('holder')
        .orderBy('seconds'),
  )
    .onConflict((conflict) =>
      conflict
        .columns(['holder', 'seconds'])
        .doUpdateSet({ refilledAt: emptied() })
        .where((row) => row(emptied(), '<=', laterBy(clockTime(), own('ceiling')))),
    )
    .returning((row) => ['holder', 'seconds', secondsBetween(clockTime(), row.ref('refilledAt')).as('level')])
    .execute();
}
