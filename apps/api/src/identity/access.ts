import {
  accessOf as accessByPlan,
  type Access,
  type Restriction,
  type SubscriptionEnd,
} from '@foyer/catalog/subscription-states';
import { FACTOR_GRACE_DAYS } from '@foyer/contracts/identity/second-factor';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { Transaction } from '@foyer/db/client';
import { Problem } from '../request/problem.ts';
import { findFactorStanding } from './second-factor/second-factor.queries.ts';
import type { Session } from './session.service.ts';
import { findOwnedTeam } from './sessions/owned-team.queries.ts';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** What decides whether a person needs a second factor, beside the operators' day. */
export type FactorTerms = {
  /** From when on everybody in the team needs one. */
  teamFactorDueAt: Date | string | null;
  teamSince: Date | string;
  createdAt: Date | string;
};

/** From when on a second factor is needed, and who asks for it. */
export type FactorDemand = { dueAt: Date; of: 'team' | 'everybody' };

/**
 * The one rule of who needs a second factor, and from when on: whoever is in a team that asks for one, and everybody where
 * the operators do. Whoever came later has some days more (decision 83). The earlier one counts.
 */
export function factorDemandOf(
  { teamFactorDueAt, teamSince, createdAt }: FactorTerms,
  everybodyDueAt: Date | undefined,
): FactorDemand | undefined {
  const ofTeam = teamFactorDueAt === null ? undefined : laterOf(new Date(teamFactorDueAt), teamSince);
  const ofEverybody = everybodyDueAt && laterOf(everybodyDueAt, createdAt);
  if (ofTeam && !(ofEverybody && ofEverybody < ofTeam)) return { dueAt: ofTeam, of: 'team' };
  return ofEverybody && { dueAt: ofEverybody, of: 'everybody' };
}

export function isDue(demand: FactorDemand | undefined, at: Date | string): boolean {
  return demand !== undefined && demand.dueAt <= new Date(at);
}

/** Whether a person who needs a second factor by now has none. */
export function lacksFactor(
  { hasFactor, at, ...terms }: FactorTerms & { hasFactor: boolean; at: Date | string },
  everybodyDueAt: Date | undefined,
): boolean {
  return !hasFactor && isDue(factorDemandOf(terms, everybodyDueAt), at);
}

/** The last day, as YYYY-MM-DD in UTC, on which what is due at a midnight is not yet. */
export function lastDayBefore(dueAt: Date): string {
  return new Date(dueAt.getTime() - 1).toISOString().slice(0, DAY_LENGTH);
}

/** The midnight at which a day in UTC is over; undefined for what is none. */
export function endOfDay(day: string): Date | undefined {
  const start = new Date(day);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  return new Date(start.getTime() + DAY_MS);
}

function laterOf(dueAt: Date, since: Date | string): Date {
  const endOfGrace = (Math.floor(new Date(since).getTime() / DAY_MS) + FACTOR_GRACE_DAYS + 1) * DAY_MS;
  return new Date(Math.max(dueAt.getTime(), endOfGrace));
}

/** What a person's access depends on. */
export type Standing = {
  isLeaving: boolean;
  /** A second factor that has not been given here. */
  factorDemand: FactorDemand | undefined;
  isOwner: boolean;
  status: string | null;
  endsAs: SubscriptionEnd | null;
  /** When the others were true, by the database's clock. */
  readAt: Date | string;
};

/** What a person may do, in this order: keep their account, give or set up a second factor, and what their team has paid for. */
export function accessOf({ isLeaving, factorDemand, isOwner, readAt, ...subscription }: Standing): Access {
  if (isLeaving) return 'leaving';
  return isDue(factorDemand, readAt) ? 'second-factor' : accessByPlan(subscription, isOwner);
}

/** What is said to who has a session that may do one thing only, and wants another. */
export const restrictedBy = {
  billing: 'SubscriptionEnded',
  'ended-member': 'SubscriptionEnded',
  leaving: 'AccountLeaving',
  'second-factor': 'SecondFactorMissing',
} as const satisfies Record<Restriction, ProblemCode>;

/** Whether a person has a second factor at all. */
export async function ownsFactor(db: Transaction, userId: string): Promise<boolean> {
  return (await findFactorStanding(db, userId))?.hasFactor ?? false;
}

/**
 * A session that is kept to setting up a second factor may set up the first one only, and export or delete only an account
 * without one: it has had no more than a password, which must not get round the factor that its person has (decision 83).
 * Throws `SecondFactorMissing`. What changes something needs the lock of the user.
 */
export async function requireNoFactorYet(
  db: Transaction,
  { userId, restrictedTo }: Pick<Session, 'userId' | 'restrictedTo'>,
): Promise<void> {
  if (restrictedTo === 'second-factor' && (await ownsFactor(db, userId)))
    throw new Problem('SecondFactorMissing');
}

/**
 * To be called after a factor was removed. Throws `SecondFactorKept` if the person needs one and has none left. Locks the
 * team's rule until the transaction ends; the caller holds the lock of the user. `everybodyDueAt` is the operators' day.
 */
export async function requireFactorLeft(
  db: Transaction,
  userId: string,
  everybodyDueAt: Date | undefined,
): Promise<void> {
  const standing = await findFactorStanding(db, userId, { locksTeam: true });
  if (standing && !standing.hasFactor && factorDemandOf(standing, everybodyDueAt))
    throw new Problem('SecondFactorKept');
}

/** The team that the caller owns. Throws `NotOwner`. */
export async function requireOwner(
  db: Transaction,
  session: Pick<Session, 'teamId' | 'userId'>,
): Promise<{ id: string; name: string }> {
  const team = await findOwnedTeam(db, session);
  if (!team) throw new Problem('NotOwner');
  return team;
}
