import { OBSERVE_COOKIE } from '@foyer/catalog/consents';

const NO = new RegExp(`(?:^|; )(?:__Host-)?${OBSERVE_COOKIE}=no(?:;|$)`);

const OBSERVE_ANSWERED = 'observe-answered';

export function hasDeclinedObserving(): boolean {
  return NO.test(document.cookie);
}

/**
 * The visitor may decline in another tab, which sends no event to this one. So this checks the answer at each of
 * `EVENTS`.
 */
export function onDecline(stop: () => void): void {
  const look = (): void => {
    if (!hasDeclinedObserving()) return;
    for (const event of EVENTS) removeEventListener(event, look);
    stop();
  };
  for (const event of EVENTS) addEventListener(event, look);
}

const EVENTS = [OBSERVE_ANSWERED, 'focus', 'pageshow', 'visibilitychange', 'pointerdown', 'keydown'] as const;
