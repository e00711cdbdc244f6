import { datadogRum } from '@datadog/browser-rum';
import type { PageValues } from '@foyer/contracts/page-values';
import { hasSaidNo, onNo } from './said-no.ts';
import { scrubEvent } from './scrub-event.ts';

/** Starts monitoring with the options of docs/product.md 7. */
export function startMonitoring(monitoring: NonNullable<PageValues['monitoring']>): void {
  const { environment, ...ids } = monitoring;
  datadogRum.init({
    ...ids,
    site: ids.site as 'datadoghq.com',
    env: environment,
    sessionSampleRate: 100,
    sessionReplaySampleRate: 0,
    // The library's own telemetry bypasses `beforeSend`.
    telemetrySampleRate: 0,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    defaultPrivacyLevel: 'mask-user-input',
    enablePrivacyForActionName: true,
    // The cookie of a session goes after four hours at most; with an id of the visitor it would stay for a year.
    trackAnonymousUser: false,
    trackSessionAcrossSubdomains: true,
    useSecureSessionCookie: true,
    beforeSend: (event) => !hasSaidNo() && scrubEvent(event, window.location.pathname),
  });
  // Views are still sent; only the end of the consent stops them.
  onNo(() => datadogRum.setTrackingConsent('not-granted'));
}
