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

export type FactorTerms = {
  teamFactorDueAt: Date | string | null;
  teamSince: Date | string;
  createdAt: Date | string;
};

/**
 * The time from which a user needs a second factor, and whether the user's team or the portal's operator (`portal`)
 * requires it.
 */
export type FactorDemand = { dueAt: Date; of: 'team' | 'portal' };

/**
 * Returns undefined if neither the team nor the operator requires a second factor. If both do, the earlier time
 * applies. New members and new users get a grace period (decision 83).
 */
export function factorDemandOf(
  { teamFactorDueAt, teamSince, createdAt }: FactorTerms,
  portalDueAt: Date | undefined,
): FactorDemand | undefined {
  const ofTeam = teamFactorDueAt === null ? undefined : laterOf(new Date(teamFactorDueAt), teamSince);
  const ofPortal = portalDueAt && laterOf(portalDueAt, createdAt);
  if (ofTeam && !(ofPortal && ofPortal < ofTeam)) return { dueAt: ofTeam, of: 'team' };
  return ofPortal && { dueAt: ofPortal, of: 'portal' };
}

export function isDue(demand: FactorDemand | undefined, at: Date | string): boolean {
  return demand !== undefined && demand.dueAt <= new Date(at);
}

export function lacksFactor(
  { hasFactor, at, ...terms }: FactorTerms & { hasFactor: boolean; at: Date | string },
  portalDueAt: Date | undefined,
): boolean {
  return !hasFactor && isDue(factorDemandOf(terms, portalDueAt), at);
}

/** Returns the last full day (YYYY-MM-DD in UTC) before `dueAt`, which is a midnight. */
export function lastDayBefore(dueAt: Date): string {
  return new Date(dueAt.getTime() - 1).toISOString().slice(0, DAY_LENGTH);
}

/** Returns the midnight (UTC) at the end of a day (YYYY-MM-DD), or undefined for an invalid day. */
export function endOfDay(day: string): Date | undefined {
  const start = new Date(day);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return undefined;
  return new Date(start.getTime() + DAY_MS);
}

function laterOf(dueAt: Date, since: Date | string): Date {
  const endOfGrace = (Math.floor(new Date(since).getTime() / DAY_MS) + FACTOR_GRACE_DAYS + 1) * DAY_MS;
  return new Date(Math.max(dueAt.getTime(), endOfGrace));
}

export type Standing = {
  isDeletionPending: boolean;
  /** Set if a second factor is required, now or later, and this session has not verified one. */
  factorDemand: FactorDemand | undefined;
  isOwner: boolean;
  status: string | null;
  endsAs: SubscriptionEnd | null;
  readAt: Date | string;
};

export function accessOf({
  isDeletionPending,
  factorDemand,
  isOwner,
  readAt,
  ...subscription
}: Standing): Access {
  if (isDeletionPending) return 'leaving';
  return isDue(factorDemand, readAt) ? 'second-factor' : accessByPlan(subscription, isOwner);
}

export const restrictionProblems = {
  billing: 'SubscriptionEnded',
  'ended-member': 'SubscriptionEnded',
  leaving: 'AccountLeaving',
  'second-factor': 'SecondFactorMissing',
} as const satisfies Record<Restriction, ProblemCode>;

export async function userHasFactor(db: Transaction, userId: string): Promise<boolean> {
  return (await findFactorStanding(db, userId))?.hasFactor ?? false;
}

/**
 * Throws `SecondFactorMissing` if the session is restricted because it has verified no second factor, although the user
 * has one. Such a session must not add another factor in its place (decision 83). A caller that changes data must hold
 * the lock of the user.
 */
export async function rejectUnverifiedFactor(
  db: Transaction,
  { userId, restrictedTo }: Pick<Session, 'userId' | 'restrictedTo'>,
): Promise<void> {
  if (restrictedTo === 'second-factor' && (await userHasFactor(db, userId)))
    throw new Problem('SecondFactorMissing');
}

/**
 * Throws `SecondFactorKept` if the user has no factor left but needs one, now or later. Call this after removing a
 * factor. Locks the team's rule until the transaction ends. The caller must hold the lock of the user.
 */
export async function requireFactorLeft(
  db: Transaction,
  userId: string,
  portalDueAt: Date | undefined,
): Promise<void> {
  const standing = await findFactorStanding(db, userId, { locksTeam: true });
  if (standing && !standing.hasFactor && factorDemandOf(standing, portalDueAt))
    throw new Problem('SecondFactorKept');
}

export async function requireOwner(
  db: Transaction,
  session: Pick<Session, 'teamId' | 'userId'>,
): Promise<{ id: string; name: string }> {
  const team = await findOwnedTeam(db, session);
  if (!team) throw new Problem('NotOwner');
  return team;
}
