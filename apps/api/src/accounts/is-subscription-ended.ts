const ENDED = ['unpaid', 'canceled', 'incomplete_expired'];

/** Whether a team that paid once has to pay again before anything else (DESIGN 6). */
export function isSubscriptionEnded(status: string | null | undefined): boolean {
  return ENDED.includes(status ?? '');
}
