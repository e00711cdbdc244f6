import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page-errors.ts';
import { test } from '../own-portal.ts';
import {
  cards,
  enterCard,
  fillBilling,
  openUpgrade,
  PASSWORD,
  paymentError,
  planOf,
  controlProvider,
  subscribe,
  subscriptionOf,
  SUCCESS,
  TEAM_OF,
} from '../paying-steps.ts';
import { createAccount, portal, queryDatabase, uniqueEmail } from '../portal.ts';
import { takePicture } from '../pictures.ts';

const WRITES = ['/v1/customers', '/v1/payment_methods', '/v1/subscriptions', '/v1/invoices'];

test.describe.configure({ mode: 'serial' });
test.beforeEach(async () => {
  // The card provider delivers no webhook event, so the portal must ask it for the outcome.
  await controlProvider('/webhook', { isHeld: true });
});
test.afterEach(clearFaults);

const setFault = (fault: object) => controlProvider('/faults', fault);

/** While all reads of subscriptions fail, the portal cannot learn the outcome of a payment. */
const readsFail = { method: 'GET', path: '/v1/subscriptions', kind: 'error', status: 500, count: 999 };

async function clearFaults(): Promise<void> {
  const { status } = await fetch(`${portal().cardProviderUrl}/_control/faults`, { method: 'DELETE' });
  expect(status).toBe(200);
}

const processing = (page: Page) => page.getByRole('dialog', { name: 'Payment is processing' });
const succeeded = (page: Page) =>
  expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible({ timeout: 100_000 });

async function expectNothingToPayWith(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(0);
  const pay = page.getByRole('button', { name: /^Subscribe/ });
  await expect(pay.click({ trial: true, timeout: 1_000 })).rejects.toThrow('Timeout');
}

/**
 * `answer` resolves with the response to the payment. `wasDenied` returns whether the page has ever shown a failed
 * payment.
 */
async function readyToPay(page: Page) {
  const email = uniqueEmail('outcome');
  await createAccount(page, email, PASSWORD);
  await openUpgrade(page, email);
  await fillBilling(page);
  await enterCard(page, cards.good);
  await expect(page.getByRole('button', { name: /^Subscribe and pay \$/ })).toBeEnabled();
  let wasDenied = false;
  await page.exposeFunction('noteDenial', () => (wasDenied = true));
  const watch = () =>
    new MutationObserver(() => {
      const { noteDenial }: { noteDenial?: () => void } = window as object;
      if (document.body?.textContent.includes('has not gone through')) noteDenial?.();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  await page.addInitScript(watch);
  await page.evaluate(watch);
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/upgrade-plan') && response.request().method() === 'POST',
  );
  // Prevents an unhandled rejection in stories that do not await `answer`.
  answer.catch(() => {});
  return { email, answer, wasDenied: () => wasDenied };
}

async function chargesOf(email: string): Promise<number> {
  const { stripe_customer_id: customer } = await subscriptionOf(email);
  const reply = await fetch(`${portal().cardProviderUrl}/_control/events`);
  const events = (await reply.json()) as { type: string; data: { object: { customer?: unknown } } }[];
  const isTheirs = ({ type, data }: (typeof events)[number]) =>
    type === 'charge.succeeded' && data.object.customer === customer;
  return events.filter(isTheirs).length;
}

async function screenshots(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await takePicture(page, `paying ${name} ${size.width}`);
  }
}

test(
  'a slow payment keeps the page waiting, also after a reload, until the team is on PRO',
  { tag: '@deep' },
  async ({ page }) => {
    const { email, answer, wasDenied } = await readyToPay(page);
    for (const path of WRITES)
      await setFault({ kind: 'late', method: 'POST', path, delayMs: 7_000, count: 20 });
    await subscribe(page);
    await expect(processing(page)).toContainText(
      'Stay on this page to avoid disrupting the payment process.',
    );
    expect(await (await answer).json()).toEqual({ pending: true });
    await expect(processing(page)).toBeVisible();
    await page.reload();
    await expect(processing(page)).toBeVisible();
    await expectNothingToPayWith(page);
    await screenshots(page, 'after-reload');
    await succeeded(page);
    expect([wasDenied(), await planOf(email), await chargesOf(email)]).toEqual([false, 'pro', 1]);
  },
);

test(
  'a lost answer of the provider shows no outcome until the portal can ask the provider again',
  { tag: '@deep' },
  async ({ page }) => {
    const { email, answer, wasDenied } = await readyToPay(page);
    await setFault({ kind: 'drop', method: 'POST', path: '/v1/invoices', count: 6, then: readsFail });
    await subscribe(page);
    expect(await (await answer).json()).toEqual({ pending: true });
    expect(await (await page.waitForResponse(/confirmation$/)).json()).toEqual({ pending: true });
    await expect(processing(page)).toBeVisible();
    await expectNothingToPayWith(page);
    // The outcome stays unknown until `clearFaults` below, so there is enough time for this slow check.
    await expectAccessible(page);
    await screenshots(page, 'processing');
    await clearFaults();
    await succeeded(page);
    expect([wasDenied(), await planOf(email), await chargesOf(email)]).toEqual([false, 'pro', 1]);
  },
);

test(
  'an answer lost on its way to the browser makes the page ask again before it shows an outcome',
  { tag: '@deep' },
  async ({ page }) => {
    const { email, wasDenied } = await readyToPay(page);
    let calls = 0;
    await page.route('**/upgrade-plan', async (route) => {
      if (route.request().method() !== 'POST' || calls++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await subscribe(page);
    await succeeded(page);
    expect(calls).toBe(2);
    expect([wasDenied(), await planOf(email), await chargesOf(email)]).toEqual([false, 'pro', 1]);
  },
);

test(
  'a user may leave a payment with unknown outcome, or stay and see that nothing was charged',
  { tag: '@deep' },
  async ({ page }) => {
    const { email, answer, wasDenied } = await readyToPay(page);
    await page.clock.install();
    await setFault({
      kind: 'error',
      method: 'POST',
      path: '/v1/invoices',
      status: 500,
      count: 6,
      then: readsFail,
    });
    await subscribe(page);
    expect(await (await answer).json()).toEqual({ pending: true });
    const attempts = () =>
      queryDatabase(`SELECT outcome FROM payment_attempts WHERE team_id = ${TEAM_OF}`, [email]);
    await expect.poll(attempts).toEqual([{ outcome: 'unknown' }]);
    await page.clock.fastForward(61_000);
    const late = page.getByRole('dialog', { name: 'We don’t know the outcome yet' });
    await expect(late).toContainText(`email ${email} with the result`);
    await expectAccessible(page);
    await screenshots(page, 'late');
    await expectNothingToPayWith(page);
    await expect(late.getByRole('link', { name: 'Leave this page' })).toBeVisible();
    expect(wasDenied()).toBe(false);
    await clearFaults();
    await expect(paymentError(page)).toBeVisible();
    // Proves that `wasDenied`, which other stories rely on, detects the text of a failed payment.
    await expect.poll(wasDenied).toBe(true);
    expect([await planOf(email), await chargesOf(email)]).toEqual(['free', 0]);
    await paymentError(page).getByRole('button', { name: 'Try again' }).click();
    await subscribe(page);
    await succeeded(page);
    expect([await planOf(email), await chargesOf(email)]).toEqual(['pro', 1]);
  },
);

test(
  'a changed total is shown, not charged, and is paid with the same card after consent',
  { tag: '@deep' },
  async ({ page }) => {
    const { email } = await readyToPay(page);
    const changed = '$271.10';
    await controlProvider('/price', { unitAmount: 24_900 });
    try {
      await subscribe(page);
      await expect(paymentError(page)).toContainText(`The total changed to ${changed}`);
      await expect(paymentError(page)).toContainText('Your card wasn’t charged.');
      await expect(paymentError(page).getByRole('button', { name: `Pay ${changed}` })).toBeVisible();
      await expectAccessible(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await screenshots(page, `total-changed ${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: null });
      expect([await planOf(email), await chargesOf(email)]).toEqual(['free', 0]);

      await paymentError(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: `Subscribe and pay ${changed}` })).toBeEnabled();
      await controlProvider('/price', { unitAmount: 19_900 });
      await subscribe(page);
      await expect(paymentError(page)).toContainText('The total changed to $216.66');
      await paymentError(page).getByRole('button', { name: 'Pay $216.66' }).click();
      await succeeded(page);
      await expect(page.getByRole('region', { name: 'Your receipt' })).toContainText('$216.66');
      expect([await planOf(email), await chargesOf(email)]).toEqual(['pro', 1]);
    } finally {
      await controlProvider('/price', { unitAmount: 19_900 });
    }
  },
);
