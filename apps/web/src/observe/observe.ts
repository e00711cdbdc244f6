import type { PageValues } from '@foyer/contracts/page-values';
import { whenIdle } from './when-idle.ts';

/**
 * Starts monitoring and analytics where the page names their accounts (docs/product.md 7): once nothing else is to be
 * done, and not where the address bears a secret. A blocked or broken script goes unnoticed.
 */
export function observe({ monitoring, analytics }: PageValues): void {
  if (!monitoring && !analytics) return;
  whenIdle(() => void start({ monitoring, analytics }).catch(() => {}));
}

async function start({ monitoring, analytics }: Pick<PageValues, 'monitoring' | 'analytics'>): Promise<void> {
  const { isTokenBearing } = await import('./strip-secrets.ts');
  if (isTokenBearing(window.location.pathname)) return;
  await Promise.allSettled([
    monitoring && import('./monitoring.ts').then(({ startMonitoring }) => startMonitoring(monitoring)),
    analytics && prepareAnalytics(analytics.writeKey),
  ]);
}

/** Before anybody logs in: the login leaves the page at once, and a script that comes then comes too late. */
async function prepareAnalytics(writeKey: string): Promise<void> {
  const [{ loadAnalytics }, { identifyThrough }] = await Promise.all([
    import('./analytics.ts'),
    import('./identify.ts'),
  ]);
  identifyThrough(loadAnalytics(writeKey));
}
