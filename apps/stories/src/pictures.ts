import { join } from 'node:path';
import type { Page } from '@playwright/test';

const SCREENS = join(import.meta.dirname, '..', 'results', 'screens');

/** Stories take pictures only for people who want to look at them: `STORY_PICTURES=1 npm test -- --only stories …`. */
export const arePicturesWanted = Boolean(process.env['STORY_PICTURES']);

/** Keeps a picture of the page under this name. */
export async function takePicture(page: Page, name: string, isFullPage = false): Promise<void> {
  if (!arePicturesWanted) return;
  const file = `${name.replaceAll(/[^\w.-]+/g, '_')}.png`;
  await page.screenshot({ path: join(SCREENS, file), fullPage: isFullPage });
}
