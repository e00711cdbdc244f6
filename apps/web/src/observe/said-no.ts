import { OBSERVE_COOKIE } from '@foyer/catalog/consents';

const NO = new RegExp(`(?:^|; )(?:__Host-)?${OBSERVE_COOKIE}=no(?:;|$)`);

/** The event that this page dispatches when its visitor has answered the consent question. */
const OBSERVE_ANSWERED = 'observe-answered';

/** Returns whether the visitor has declined monitoring and analytics, in this tab or another one. */
export function hasSaidNo(): boolean {
  return NO.test(document.cookie);
}

/** Calls `stop` when the visitor declines, in this tab or another one. Checks this at each of `EVENTS`. */
export function onNo(stop: () => void): void {
  const look = (): void => {
    if (!hasSaidNo()) return;
    for (const event of EVENTS) removeEventListener(event, look);
    stop();
  };
  for (const event of EVENTS) addEventListener(event, look);
}

const EVENTS = [OBSERVE_ANSWERED, 'focus', 'pageshow', 'visibilitychange', 'pointerdown', 'keydown'] as const;
