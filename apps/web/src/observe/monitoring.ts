import { datadogRum } from '@datadog/browser-rum';
import type { PageValues } from '@foyer/contracts/page-values';
import { hasDeclinedObserving, onDecline } from './declined-observing.ts';
import { scrubEvent } from './scrub-event.ts';

/** docs/product.md 7 says what is recorded and masked. */
export function startMonitoring(monitoring: NonNullable<PageValues['monitoring']>): void {
  const { environment, ...ids } = monitoring;
  datadogRum.init({
    ...ids,
    site: ids.site as 'datadoghq.com',
    env: environment,
    sessionSampleRate: 100,
    sessionReplaySampleRate: 0,
    // Turns off the library's own telemetry, because it bypasses `beforeSend`.
    telemetrySampleRate: 0,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    defaultPrivacyLevel: 'mask-user-input',
    enablePrivacyForActionName: true,
    // Without an id of the visitor, the cookie expires after four hours at most, not after a year.
    trackAnonymousUser: false,
    trackSessionAcrossSubdomains: true,
    useSecureSessionCookie: true,
    beforeSend: (event) => !hasDeclinedObserving() && scrubEvent(event, window.location.pathname),
  });
  // Withdraws the consent when the visitor declines, because `beforeSend` cannot discard view events.
  onDecline(() => datadogRum.setTrackingConsent('not-granted'));
}
