import { expect, test } from '@playwright/test';

test('the portal answers with a page that has a title', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/.+/);
});

test('a page rejects scripts that set HTML or a script’s address from a string [asvs 3.2.2]', async ({
  page,
}) => {
  await page.goto('/login');
  const markup = page.evaluate(() => {
    document.body.innerHTML = '<img src="x" alt="">';
  });
  await expect(markup).rejects.toThrow(/TrustedHTML/);
  const address = page.evaluate(() => {
    document.createElement('script').src = '/assets/other.js';
  });
  await expect(address).rejects.toThrow(/TrustedScriptURL/);
  const ownPolicy = page.evaluate(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(name: string): void } };
    trustedTypes.createPolicy('default');
  });
  await expect(ownPolicy).rejects.toThrow(/disallowed/);
});

test('a password manager is redirected to the page that changes the password', async ({ page }) => {
  const shown = await page.goto('/.well-known/change-password');
  expect(shown?.status()).toBe(200);
  await expect(page).toHaveURL(/\/login\?/);
  expect(new URL(page.url()).searchParams.get('redirect')).toContain('/settings/security');
});
