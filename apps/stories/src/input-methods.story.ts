import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { cards, enterCard } from './paying-steps.ts';
import { linkIn, uniqueEmail } from './portal.ts';
import { PASSWORD, Walk } from './walk.ts';

/** Inserts text that the user has not accepted yet. The browser underlines it. */
const compose = (client: CDPSession, text: string) =>
  client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/** Presses a key that the input method handles. Pages see it with the `keyCode` 229 (W3C UI Events). */
async function pressWhileComposing(client: CDPSession, key: string): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: 229 };
  await client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

async function typeByInputMethod(
  page: Page,
  field: string,
  syllables: string,
  letters: string,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.locator(`input[name=${field}]`).focus();
  for (const end of [1, syllables.length]) await compose(client, syllables.slice(0, end));
  await pressWhileComposing(client, 'Enter');
  await client.send('Input.insertText', { text: letters });
  await expect(page.locator(`input[name=${field}]`)).toHaveValue(letters);
  await client.detach();
}

test('a visitor signs up in Japanese with an input method, and pays', { tag: '@deep' }, async ({ page }) => {
  const walk = await Walk.begin(page, 'ja');
  const email = uniqueEmail('yamada');
  await page.goto('/signup');
  await walk.submit();
  await expect(page).toHaveURL(/\/signup\/form$/);
  await expect(page.locator('input[name=lastName]')).toBeVisible();
  const asked = await page
    .locator('main form input[type=text]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('name')));
  expect(asked.slice(0, 2), 'the family name is asked first').toEqual(['lastName', 'firstName']);

  await typeByInputMethod(page, 'lastName', 'やまだ', '山田');
  await typeByInputMethod(page, 'firstName', 'たろう', '太郎');
  await typeByInputMethod(page, 'businessName', 'やま', '山');
  await expect(page.locator('[aria-invalid=true]'), 'Enter sent nothing').toHaveCount(0);
  await walk.fill({ email, phone: '+81 3 1234 5678' });
  await walk.choose('businessType', 'eventPlanner');
  await walk.choose('countryCode', 'JP');
  await walk.submit();
  await walk.expectHeading('Verify your email');

  const mail = await walk.mail(email, 'Verify your email for {productName}', 'Hello {name},');
  expect(mail.text).toContain('山田太郎様');
  await page.goto(linkIn(mail));
  await walk.fill({ password: PASSWORD, confirmPassword: PASSWORD });
  await walk.submit();
  await walk.expectHeading("All set! You've created an account");
  expect((await walk.mail(email, 'Welcome to {productName}')).text).toContain('山田太郎様');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('山田太郎');
  await expect(page.locator('header')).toContainText('山田太郎');

  await page.goto('/pro/upgrade');
  await expect(page.locator('input[name=postalCode]')).toBeVisible();
  const address = await page
    .locator('main form [data-field]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-field')));
  expect(address.slice(2, 8), 'the address begins with its largest part').toEqual([
    'countryCode',
    'postalCode',
    'stateCode',
    'city',
    'addressLine1',
    'addressLine2',
  ]);
  await expect(page.locator('input[name=name]'), 'cards have Latin letters').toHaveValue('');
  await walk.fill({ name: 'TARO YAMADA' });
  await walk.fill({ addressLine1: '千代田一丁目１', city: '千代田区', postalCode: '１００－０００１' });
  await walk.choose('stateCode', '東京都');
  await enterCard(page, cards.good);
  await page.getByRole('checkbox', { name: walk.words('I agree to the terms and conditions') }).check();
  await walk.press('Subscribe and pay {sum}');
  await walk.expectHeading("All set! You've signed up for Pro");
  await page.goto('/settings/billing');
  await expect(page.getByRole('main')).toContainText('TARO YAMADA');
  await expect(page.getByRole('main')).toContainText('100-0001');
  await expect(page.getByRole('main')).toContainText('東京都 千代田区');
});
