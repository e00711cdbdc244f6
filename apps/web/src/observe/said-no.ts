import { OBSERVE_COOKIE } from '@foyer/catalog/consents';

const NO = new RegExp(`(?:^|; )(?:__Host-)?${OBSERVE_COOKIE}=no(?:;|$)`);

/** Told to this page when its visitor has answered. */
const OBSERVE_ANSWERED = 'observe-answered';

/** Whether this browser has declined, in this tab or another one. */
export function hasSaidNo(): boolean {
  return NO.test(document.cookie);
}

/** Calls back once the visitor declines: in this page, in another tab, or while this page was in the back/forward cache. */
export function onNo(stop: () => void): void {
  const look = (): void => {
    if (!hasSaidNo()) return;
    for (const event of EVENTS) removeEventListener(event, look);
    stop();
  };
  for (const event of EVENTS) addEventListener(event, look);
}

/** All of them reach the window. */
const EVENTS = [OBSERVE_ANSWERED, 'focus', 'pageshow', 'visibilitychange', 'pointerdown', 'keydown'] as const;
