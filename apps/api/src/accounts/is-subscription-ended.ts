import { stateOf } from '@foyer/catalog/subscription-states';

/** Whether a team that paid once has to pay again before anything else (DESIGN 6). */
export function isSubscriptionEnded(status: string | null | undefined): boolean {
  return stateOf(status).isEnded;
}
