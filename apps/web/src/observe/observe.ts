import type { PageValues } from '@foyer/contracts/page-values';
import type { AnalyticsAccount } from './analytics.ts';
import { hasDeclinedObserving } from './declined-observing.ts';

/**
 * Waits until the page is idle. Does nothing on pages whose URL holds a secret, or after the visitor has declined
 * (docs/flows/observing.md). Ignores blocked or broken scripts.
 */
export function observe({ monitoring, analytics }: PageValues): void {
  if (!monitoring && !analytics) return;
  whenIdle(() => void start({ monitoring, analytics }).catch(() => {}));
}

async function start({ monitoring, analytics }: Pick<PageValues, 'monitoring' | 'analytics'>): Promise<void> {
  const { isTokenBearing } = await import('./strip-secrets.ts');
  if (isTokenBearing(window.location.pathname) || hasDeclinedObserving()) return;
  await Promise.allSettled([
    monitoring && import('./monitoring.ts').then(({ startMonitoring }) => startMonitoring(monitoring)),
    analytics && prepareAnalytics(analytics),
  ]);
}

/** Loads analytics before the login, because the login leaves the page before a script could load. */
async function prepareAnalytics(account: AnalyticsAccount): Promise<void> {
  const [{ loadAnalytics }, { identifyThrough }] = await Promise.all([
    import('./analytics.ts'),
    import('./identify.ts'),
  ]);
  identifyThrough(loadAnalytics(account));
}

function whenIdle(call: () => void): void {
  const soon = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(call, { timeout: 10_000 });
    else setTimeout(call, 2_000);
  };
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
}
