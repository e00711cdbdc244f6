import type { Page } from '@playwright/test';
import { SLOW_PHONE } from '@foyer/tools/browser/slow-phone';

/** Throttles the page to the speed of a cheap phone on slow 4G, as in `npm run bench -- --pages`. */
export async function beSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_PHONE.network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.timesSlower });
}
