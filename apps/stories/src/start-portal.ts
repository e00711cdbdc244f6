import { startStoryPortal } from '@foyer/tools/run/story-portal';
import { PORTAL_VARIABLE } from './portal.ts';

/** Playwright's global setup. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const portal = await startStoryPortal();
  process.env[PORTAL_VARIABLE] = JSON.stringify(portal.addresses);
  return () => portal.stop();
}
