import { writeFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

/** As Playwright's own comparison takes them: no caret, and what moves is at its end. */
const STILL = { animations: 'disabled', caret: 'hide', scale: 'css' } as const;

/** Some pixels of an edge that was drawn twice; a word, a line or a ring is more. */
const MAX_OTHER_PIXELS = 20;

const NAME = 'before.png';

/**
 * Keeps how the page looks now, once its pictures are drawn and nothing changes any more. What it gives is for when
 * the page is at rest again: it compares, and where they differ the report has both pictures and their difference.
 */
export async function keepLook(page: Page): Promise<() => Promise<void>> {
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
