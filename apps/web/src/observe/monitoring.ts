import { datadogRum } from '@datadog/browser-rum';
import type { PageValues } from '@foyer/contracts/page-values';
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
    trackSessionAcrossSubdomains: true,
    useSecureSessionCookie: true,
    beforeSend: (event) => scrubEvent(event, window.location.pathname),
  });
}
