import { expect, type Page } from '@playwright/test';

/**
 * Returns the copied text. Pastes it into another page, because the portal's pages may not read the clipboard
 * (http/security-headers.ts).
 */
export async function readClipboard(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.setContent('<textarea autofocus></textarea>');
  const box = other.getByRole('textbox');
  await box.focus();
  await other.keyboard.press('ControlOrMeta+V');
  await expect(box).not.toHaveValue('');
  const text = await box.inputValue();
  await other.close();
  return text;
}
