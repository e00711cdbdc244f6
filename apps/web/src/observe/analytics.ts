import {
  AnalyticsBrowser,
  type Analytics as Library,
  type Plugin,
  type UserTraits,
} from '@segment/analytics-next';
import { stripSecrets } from './strip-secrets.ts';

export type Analytics = { identify(userId: string, traits: UserTraits): void };

const DESTINATION = 'Segment.io';

/** Gets analytics ready, so that one call at login is all that is left to do. It sends nothing by itself. */
export function loadAnalytics(writeKey: string): Analytics {
  const analytics = AnalyticsBrowser.load(
    { writeKey, plugins: [sendAtOnce()] },
    {
      initialPageview: false,
      // Otherwise anybody's link could say who the visitor is.
      useQueryString: false,
      // Names and addresses do not stay behind in the browser of a shared computer.
      disableClientPersistence: true,
      // The login leaves the page at once; the call outlives it.
      integrations: { [DESTINATION]: { deliveryStrategy: { config: { keepalive: true } } } },
    },
  );
  return {
    identify: (userId, traits) =>
      void analytics.identify(userId, traits, { context: { page: strippedPage() } }).catch(() => {}),
  };
}

/**
 * The library hands a call to its destination by a timer, which the leaving page may not live to see. The last of
 * its steps before that does so itself, without a wait.
 */
function sendAtOnce(): Plugin {
  let library: Library | undefined;
  return {
    name: 'Send at once',
    type: 'enrichment',
    version: '1',
    isLoaded: () => true,
    load: (_context, instance) => {
      library = instance;
      return Promise.resolve();
    },
    identify: (context) => {
      const destination = library?.queue.plugins.find(({ name }) => name === DESTINATION);
      if (!destination?.identify) return context;
      void Promise.resolve(destination.identify(context)).catch(() => {});
      // Once is enough.
      context.updateEvent('integrations', { ...context.event.integrations, [DESTINATION]: false });
      return context;
    },
  };
}

/** The page a call happened on, without its secrets. */
function strippedPage() {
  return {
    path: stripSecrets(window.location.pathname),
    url: stripSecrets(window.location.href),
    referrer: stripSecrets(document.referrer),
    search: '',
    title: '',
  };
}
