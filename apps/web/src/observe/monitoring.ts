import { datadogRum } from '@datadog/browser-rum';
import type { PageValues } from '@foyer/contracts/page-values';
import { scrubEvent } from './scrub-event.ts';

/** Reports how the portal fares in this browser, with the options docs/product.md 7 names. */
export function startMonitoring(monitoring: NonNullable<PageValues['monitoring']>): void {
  const { environment, ...ids } = monitoring;
  datadogRum.init({
    ...ids,
    site: ids.site as 'datadoghq.com',
    env: environment,
    sessionSampleRate: 100,
    sessionReplaySampleRate: 0,
    // The library's reports on itself do not pass by `beforeSend`.
    telemetrySampleRate: 0,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    defaultPrivacyLevel: 'mask-user-input',
    enablePrivacyForActionName: true,
    trackSessionAcrossSubdomains: true,
    useSecureSessionCookie: true,
    beforeSend: (event) => scrubEvent(event, window.location.pathname),
  });
}
