import { startStoryPortal } from '@foyer/tools/run/story-portal';
import { PORTAL_VARIABLE } from './portal.ts';

/** Playwright's global setup. Starts the portal that the stories of a run share. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const portal = await startStoryPortal();
  process.env[PORTAL_VARIABLE] = JSON.stringify(portal.addresses);
  return () => portal.stop();
}
