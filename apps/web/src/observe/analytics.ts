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

/** Loads analytics before a login, which then only calls `identify`. Loading sends no event. */
export function loadAnalytics({ writeKey, apiHost }: AnalyticsAccount): Analytics {
  const analytics = AnalyticsBrowser.load(
    { writeKey, plugins: [sendAtOnce()] },
    {
      initialPageview: false,
      // Ignores ids in the URL, because a link could identify the visitor as another person.
      useQueryString: false,
      // Keeps names and email addresses out of web storage and cookies, because people share browsers.
      disableClientPersistence: true,
      // Keeps the request alive when the login leaves the page immediately.
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
 * Sends calls immediately. By default, the library waits for a timer, and the visitor may leave the page before it
 * fires.
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
      // Stops the library from sending the call a second time.
      context.updateEvent('integrations', { ...context.event.integrations, [DESTINATION]: false });
      return context;
    },
  };
}

/** Replaces the library's page data, which may contain secrets. */
function strippedPage() {
  return {
    path: stripSecrets(window.location.pathname),
    url: stripSecrets(window.location.href),
    referrer: stripSecrets(document.referrer),
    search: '',
    title: '',
  };
}
