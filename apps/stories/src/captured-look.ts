import { writeFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

/** Screenshot options as in Playwright's own comparison: without caret, and with finished animations. */
const STILL = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;

/** The number of pixels that may differ at repainted edges. A changed word, line or focus ring changes more pixels. */
const MAX_OTHER_PIXELS = 20;

const NAME = 'before.png';

/** Takes a screenshot. The returned function compares the page with it. Both wait until the page no longer changes. */
export async function captureLook(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  const path = test.info().snapshotPath(NAME, { kind: 'screenshot' });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await whenStill(page));
  return () => expect(page).toHaveScreenshot(NAME, { ...STILL, maxDiffPixels: MAX_OTHER_PIXELS });
}

async function whenStill(page: Page): Promise<Buffer> {
  let last = await page.screenshot(STILL);
  const isStill = async () => {
    const previous = last;
    last = await page.screenshot(STILL);
    return last.equals(previous);
  };
  await expect.poll(isStill, 'nothing changes any more').toBe(true);
  return last;
}
