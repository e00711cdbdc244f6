import {
  accessOf,
  type Access,
  type Restriction,
  type SubscriptionEnd,
} from '@foyer/catalog/subscription-states';
import type { ProblemCode } from '@foyer/contracts/problem';

/** What a person's access depends on at a moment. */
export type Standing = {
  isLeaving: boolean;
  /** A second factor is due, and has not been given here. */
  isFactorMissing: boolean;
  isOwner: boolean;
  status: string | null;
  endsAs: SubscriptionEnd | null;
};

/** What a person may do, in this order: keep their account, give or set up a second factor, and what their team has paid for. */
export function accessTo({ isLeaving, isFactorMissing, isOwner, ...subscription }: Standing): Access {
  if (isLeaving) return 'leaving';
  return isFactorMissing ? 'second-factor' : accessOf(subscription, isOwner);
}

/** What is said to who has a session that may do one thing only, and wants another. */
export const restrictedBy = {
  billing: 'SubscriptionEnded',
  'ended-member': 'SubscriptionEnded',
  leaving: 'AccountLeaving',
  'second-factor': 'SecondFactorMissing',
} as const satisfies Record<Restriction, ProblemCode>;
