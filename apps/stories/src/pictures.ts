import { join } from 'node:path';
import type { Page } from '@playwright/test';

const SCREENS = join(import.meta.dirname, '..', 'results', 'screens');

/** Whether to take pictures for human viewers: `STORY_PICTURES=1 npm test -- --only stories …`. */
export const arePicturesWanted = Boolean(process.env['STORY_PICTURES']);

export async function takePicture(page: Page, name: string, isFullPage = false): Promise<void> {
  if (!arePicturesWanted) return;
  const file = `${name.replaceAll(/[^\w.-]+/g, '_')}.png`;
  await page.screenshot({ path: join(SCREENS, file), fullPage: isFullPage });
}
