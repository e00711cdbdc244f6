import { startStoryPortal } from '@foyer/tools/run/story-portal';
import { test as base } from '@playwright/test';
import { PORTAL_VARIABLE } from './portal.ts';

/**
 * Playwright's `test` with a separate portal for each worker, so that faults and data of these stories do not affect
 * the shared portal.
 */
export const test = base.extend<object, { ownEnvironment: Record<string, string>; ownPortalUrl: string }>({
  ownEnvironment: [{}, { scope: 'worker', option: true }],
  ownPortalUrl: [
    async ({ ownEnvironment }, use) => {
      const shared = process.env[PORTAL_VARIABLE];
      const own = await startStoryPortal(ownEnvironment);
      process.env[PORTAL_VARIABLE] = JSON.stringify(own.addresses);
      await use(own.addresses.portalUrl);
      if (shared === undefined) delete process.env[PORTAL_VARIABLE];
      else process.env[PORTAL_VARIABLE] = shared;
      await own.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ ownPortalUrl }, use) => use(ownPortalUrl),
});
