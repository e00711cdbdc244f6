import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import {
  cards,
  enterCard,
  fillBilling,
  openUpgrade,
  PASSWORD,
  planOf,
  subscribe,
  SUCCESS,
  upgrade,
} from '../paying-steps.ts';
import { createAccount, logInThroughApi, queryDatabase, readMail, uniqueEmail } from '../portal.ts';
import { takePicture } from '../pictures.ts';

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const SUM = '$216.66';
/** The largest layout shift that visitors do not notice (docs/performance.md). */
const MAX_SHIFT = 0.02;

const shoot = (page: Page, name: string) => takePicture(page, `paying ${name}`);

test.beforeEach(() => test.slow());

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const payButton = (page: Page) => page.getByRole('button', { name: /^Subscribe/ });

async function start(page: Page, name: string): Promise<string> {
  const email = uniqueEmail(name);
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  return email;
}

/**
 * Adds up the layout shifts without recent input (https://web.dev/articles/cls). Returns a function that reads the open
 * page's sum.
 */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = { value: 0 };
    Object.assign(window, { shifted: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) sum.value += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: { value: number } }).shifted.value);
}

for (const [name, size] of Object.entries(sizes))
  test(
    `the total is visible at the pay button, and the page does not shift: ${name}`,
    { tag: '@deep' },
    async ({ page }) => {
      await page.setViewportSize(size);
      await start(page, `sum-${name}`);
      const shifted = await watchShifts(page);
      await page.goto('/pro/upgrade');
      await expect(payButton(page)).toHaveText('Subscribe and pay');
      await expect(page.getByLabel('Credit or debit card number')).toBeVisible();
      await shoot(page, `${name} before`);
      const shiftedByLoading = await shifted();
      expect(shiftedByLoading).toBeLessThan(MAX_SHIFT);
      await fillBilling(page, { hasAgreed: false });
      await enterCard(page, cards.good);
      await expect(payButton(page)).toHaveText(`Subscribe and pay ${SUM}`);
      // The page does not shift when a change of the ZIP code removes the sum and brings it back.
      await page.getByRole('checkbox').check();
      await page.getByLabel('ZIP code').fill('1000');
      await expect(payButton(page)).toHaveText('Subscribe and pay');
      await page.waitForTimeout(600);
      await page.getByLabel('ZIP code').press('End');
      await page.keyboard.type('1');
      await expect(payButton(page)).toHaveText(`Subscribe and pay ${SUM}`);
      await payButton(page).scrollIntoViewIfNeeded();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect((await shifted()) - shiftedByLoading).toBeLessThan(MAX_SHIFT);
      await expect(plan(page)).toContainText(
        name === 'phone' ? `Charged today: ${SUM}` : `Charged today${SUM}`,
      );
      const sum = plan(page).getByText(SUM).first();
      await expect(sum).toBeInViewport({ ratio: 1 });
      await expect(payButton(page)).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await shoot(page, `${name} quoted`);
      if (name === 'phone') {
        await plan(page).getByRole('button').click();
        await expect(plan(page).getByText('Next billing date')).toBeInViewport();
        await page.waitForTimeout(400);
        await shoot(page, `${name} banner open`);
        await plan(page).getByRole('button').first().click();
      }
    },
  );

for (const [name, size] of Object.entries(sizes))
  test(
    `the success page and the mail show a receipt of the payment: ${name}`,
    { tag: '@deep' },
    async ({ page }) => {
      await page.setViewportSize(size);
      const email = await start(page, `receipt-${name}`);
      const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route('**/settings/billing/receipt', async (route) => {
        isAsked.resolve();
        await mayAnswer.promise;
        await route.continue();
      });
      const shifted = await watchShifts(page);
      await page.goto('/pro/upgrade');
      await fillBilling(page);
      await enterCard(page, cards.good);
      await subscribe(page);
      await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
      const receipt = page.getByRole('region', { name: 'Your receipt' });
      await isAsked.promise;
      await expect(receipt.getByText('Loading your receipt')).toBeAttached();
      const shiftedBefore = await shifted();
      mayAnswer.resolve();
      for (const words of [SUM, '$17.66', 'Visa ending in 4242', 'Next billing date'])
        await expect(receipt).toContainText(words);
      expect((await shifted()) - shiftedBefore).toBeLessThan(MAX_SHIFT);
      await expectAccessible(page);
      await shoot(page, `${name} receipt`);
      const link = await receipt.getByRole('link', { name: /View the invoice/ }).getAttribute('href');
      expect((await page.request.get(link ?? '')).status()).toBe(200);

      await page.goto('/billing-success');
      await expect(receipt).toContainText(SUM);
      await page.context().clearCookies();
      await page.goto('/billing-success');
      await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
      await expect(receipt).toBeHidden();

      const mail = await readMail(email, 'Welcome to');
      for (const words of ['Tax: $17.66', 'Card: Visa ending in 4242']) expect(mail.text).toContain(words);
      expect(mail.text).toMatch(/Charged to your card on \w+ \d+, \d{4}: \$216\.66/);
      expect(mail.text).toMatch(/Next billing date: \w+ \d+, \d{4}/);
      await page.goto('about:blank');
      await page.setContent(mail.html);
      await shoot(page, `${name} mail`);
    },
  );

test(
  'a quote or receipt that fails to load shows a message, never $0',
  { tag: '@deep' },
  async ({ page }) => {
    const look = async (name: string) => {
      for (const [size, viewport] of Object.entries(sizes)) {
        await page.setViewportSize(viewport);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expectAccessible(page);
        await shoot(page, `${size} ${name}`);
      }
    };
    await start(page, 'unquoted');
    await page.route('**/billing/quote', (route) => route.abort());
    await page.goto('/pro/upgrade');
    await fillBilling(page);
    await enterCard(page, cards.good);
    const notice = page.getByText('We couldn’t calculate the tax. We’ll charge your card $199 plus tax.');
    await expect(notice).toBeVisible();
    await expect(payButton(page)).toHaveText('Subscribe and pay');
    await expect(plan(page)).toContainText('$199 plus tax');
    await expect(page.locator('body')).not.toContainText('$0');
    await look('not quoted');
    await page.unroute('**/billing/quote');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(payButton(page)).toHaveText(`Subscribe and pay ${SUM}`);

    await page.route('**/settings/billing/receipt', (route) => route.abort());
    await subscribe(page);
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
    const receipt = page.getByRole('region', { name: 'Your receipt' });
    await expect(receipt).toContainText('We couldn’t load your receipt.');
    await look('no receipt');
    await page.unroute('**/settings/billing/receipt');
    await receipt.getByRole('button', { name: 'Try again' }).click();
    await expect(receipt).toContainText(SUM);
  },
);

test(
  'a member sees who can upgrade, and an owner on PRO is redirected to the plan',
  { tag: '@deep' },
  async ({ page }) => {
    const owner = uniqueEmail('decides');
    const member = uniqueEmail('asks');
    await createAccount(page, owner, PASSWORD);
    await createAccount(page, member, PASSWORD);
    await queryDatabase(
      'UPDATE teams SET owner_id = NULL WHERE id = (SELECT team_id FROM users WHERE email = $1)',
      [member],
    );
    await queryDatabase(
      'UPDATE teams SET seat_limit = 2 WHERE id = (SELECT team_id FROM users WHERE email = $1)',
      [owner],
    );
    await queryDatabase(
      'UPDATE users SET team_id = (SELECT team_id FROM users WHERE email = $1) WHERE email = $2',
      [owner, member],
    );
    await queryDatabase("UPDATE users SET first_name = 'Olive', last_name = 'Owner' WHERE email = $1", [
      owner,
    ]);

    await logInThroughApi(page, member, PASSWORD);
    for (const [name, size] of Object.entries(sizes)) {
      await page.setViewportSize(size);
      await page.goto('/pro/upgrade');
      await expect(page.getByRole('heading', { name: 'Upgrade Account' })).toBeVisible();
      await expect(page.getByText('ask your team’s owner, Olive Owner.')).toBeVisible();
      await expect(page.getByLabel('Name on card')).toHaveCount(0);
      await expect(plan(page)).toContainText('$199 per month');
      await expect(plan(page)).not.toContainText(/Charged today|Subtotal/);
      await expectAccessible(page);
      await shoot(page, `${name} member`);
    }
    await page.setViewportSize({ width: 320, height: 256 });
    await expectAccessible(page);
    await page.context().clearCookies();

    await upgrade(page, owner);
    await page.goto('/pro/upgrade');
    await expect(page).toHaveURL(/\/settings\/billing$/);
    await page.goto('/billing');
    await expect(page).toHaveURL(/\/settings\/billing$/);
    expect(await planOf(owner)).toBe('pro');
  },
);

test('a price preview is shown only on the way to a payment', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/pro');
  await expect(plan(page)).toContainText('$199 plus tax');
  await shoot(page, 'desktop pro');
  // The visit to /pro has stored the choice of PRO in the browser.
  for (const path of ['/login', '/forgot-password', '/reset-password', '/team-member/signup', '/nowhere']) {
    await page.goto(path);
    await expect(plan(page), path).toContainText('$199 per month');
    await expect(plan(page), path).toContainText('12 events per year');
    await expect(plan(page), path).not.toContainText(/Charged today|Subtotal/);
  }
  await page.goto('/signup');
  await expect(plan(page)).toContainText('Charged today');
  await page.getByRole('radio', { name: /Free Trial/ }).check({ force: true });
  await expect(plan(page)).not.toContainText('Charged today');
});

test.describe('at 400 % zoom', () => {
  // A window of 1280 x 1024 at 400 %.
  test.use({ viewport: { width: 320, height: 256 } });

  test('the total at the pay button and the receipt are accessible', { tag: '@deep' }, async ({ page }) => {
    await start(page, 'zoomed');
    await page.goto('/pro/upgrade');
    await fillBilling(page);
    await enterCard(page, cards.good);
    await expect(payButton(page)).toHaveText(`Subscribe and pay ${SUM}`);
    await payButton(page).scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await shoot(page, 'zoom quoted');
    await subscribe(page);
    await expect(page.getByRole('region', { name: 'Your receipt' })).toContainText(SUM);
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Your receipt' }).scrollIntoViewIfNeeded();
    await shoot(page, 'zoom receipt');
  });
});

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' }, colorScheme: 'dark' });

  test('the total at the pay button and the receipt are shown', { tag: '@deep' }, async ({ page }) => {
    const email = uniqueEmail('forced');
    await createAccount(page, email, PASSWORD);
    await openUpgrade(page, email);
    await fillBilling(page);
    await enterCard(page, cards.good);
    await expect(payButton(page)).toHaveText(`Subscribe and pay ${SUM}`);
    await shoot(page, 'forced quoted');
    await subscribe(page);
    await expect(page.getByRole('region', { name: 'Your receipt' })).toContainText(SUM);
    await shoot(page, 'forced receipt');
  });
});
