import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import type { TakeStep } from './ui/cross-fade.ts';

/**
 * The browser's history, for a router that may be late with a step to another page: when `other` has its files, the page that is left
 * fades out. Back and Forward it takes at once: the browser scrolls to where they were, and some fade by themselves.
 */
export function fadingHistory(other: () => Promise<{ takeStep: TakeStep }>) {
  const history = createBrowserHistory({ v5Compat: true });
  let last = { location: history.location };
  const listen: typeof history.listen = (listener) =>
    history.listen((update) => {
      const { location: from } = last;
      const { action, location } = (last = update);
      // Unless somebody has gone on already.
      const put = () => last === update && listener(update);
      if (action === 'POP') put();
      // The page itself says so if its files do not come.
      else other().then(({ takeStep }) => takeStep(from, location, put), put);
    });
  return Object.assign(Object.create(history) as typeof history, { listen });
}
