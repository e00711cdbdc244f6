import {
  AnalyticsBrowser,
  type Analytics as Library,
  type Plugin,
  type UserTraits,
} from '@segment/analytics-next';
import type { PageValues } from '@foyer/contracts/page-values';
import { stripSecrets } from './strip-secrets.ts';

export type AnalyticsAccount = NonNullable<PageValues['analytics']>;

export type Analytics = { identify(userId: string, traits: UserTraits): void };

const DESTINATION = 'Segment.io';

/** Prepares analytics, so that the login only makes one call. Sends nothing by itself. */
export function loadAnalytics({ writeKey, apiHost }: AnalyticsAccount): Analytics {
  const analytics = AnalyticsBrowser.load(
    { writeKey, plugins: [sendAtOnce()] },
    {
      initialPageview: false,
      // Otherwise a link could identify the visitor as another person.
      useQueryString: false,
      // Leaves no names or addresses in a shared browser.
      disableClientPersistence: true,
      // The login leaves the page immediately; the request must outlive it.
      integrations: {
        [DESTINATION]: { ...(apiHost && { apiHost }), deliveryStrategy: { config: { keepalive: true } } },
      },
    },
  );
  return {
    identify: (userId, traits) =>
      void analytics.identify(userId, traits, { context: { page: strippedPage() } }).catch(() => {}),
  };
}

/**
 * The library passes calls to its destination by a timer, which may fire after the page is left. This last plugin step sends
 * them immediately.
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
      // Keeps it from being sent again.
      context.updateEvent('integrations', { ...context.event.integrations, [DESTINATION]: false });
      return context;
    },
  };
}

/** The page's URL without secrets. */
function strippedPage() {
  return {
    path: stripSecrets(window.location.pathname),
    url: stripSecrets(window.location.href),
    referrer: stripSecrets(document.referrer),
    search: '',
    title: '',
  };
}
