import { OBSERVE_COOKIE } from '@foyer/catalog/consents';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { hasDeclinedObserving, onDecline } from './declined-observing.ts';

const say = (answer: string) => (document.cookie = `${OBSERVE_COOKIE}=${answer}`);

afterEach(() => {
  say('no');
  window.dispatchEvent(new Event('focus'));
  document.cookie = `${OBSERVE_COOKIE}=; max-age=0`;
});

describe('monitoring of a visit', () => {
  it.each(['observe-answered', 'focus', 'pageshow', 'visibilitychange', 'pointerdown', 'keydown'])(
    'stops exactly once, when the visitor has declined and the event %s occurs',
    (event) => {
      say('yes');
      const stop = jest.fn();
      onDecline(stop);
      window.dispatchEvent(new Event(event));
      expect(stop).not.toHaveBeenCalled();
      say('no');
      expect(hasDeclinedObserving()).toBe(true);
      window.dispatchEvent(new Event(event));
      window.dispatchEvent(new Event('focus'));
      expect(stop).toHaveBeenCalledTimes(1);
    },
  );
});
