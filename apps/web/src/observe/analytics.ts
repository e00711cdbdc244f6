import { AnalyticsBrowser, type UserTraits } from '@segment/analytics-next';
import { stripSecrets } from './strip-secrets.ts';

export type Analytics = { identify(userId: string, traits: UserTraits): void };

/** Gets analytics ready, so that one call at login is all that is left to do. It sends nothing by itself. */
export function loadAnalytics(writeKey: string): Analytics {
  const analytics = AnalyticsBrowser.load(
    { writeKey },
    {
      initialPageview: false,
      // Otherwise anybody's link could say who the visitor is.
      useQueryString: false,
      // The login leaves the page at once; the call outlives it.
      integrations: { 'Segment.io': { deliveryStrategy: { config: { keepalive: true } } } },
    },
  );
  return {
    identify: (userId, traits) =>
      void analytics.identify(userId, traits, { context: { page: strippedPage() } }).catch(() => {}),
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
