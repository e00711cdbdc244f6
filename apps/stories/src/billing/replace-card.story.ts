import { expect, test, type Page } from '@playwright/test';
import {
  cards,
  enterCard,
  fillBilling,
  PASSWORD,
  controlProvider,
  subscribe,
  subscriptionOf,
} from '../paying-steps.ts';
import {
  createAccount,
  linkIn,
  logInThroughApi,
  portal,
  queryDatabase,
  readMail,
  uniqueEmail,
} from '../portal.ts';
import { takePicture } from '../pictures.ts';

const another = '5555 5555 5555 4444';
/** This card needs a challenge when it is set up, but not for renewals. */
const asksOnce = '4000 0025 0000 3155';
const asksAlways = '4000 0027 6000 3184';

/** Returns the ID of the object in the customer's newest event of a type. */
async function newestAt(type: string, customer: unknown): Promise<string> {
  const reply = await fetch(`${portal().cardProviderUrl}/_control/events`);
  const events = (await reply.json()) as {
    type: string;
    data: { object: { id: string; customer?: unknown } };
  }[];
  return (
    events.findLast(({ type: is, data }) => is === type && data.object.customer === customer)?.data.object
      .id ?? ''
  );
}

async function ownPro(page: Page, name: string): Promise<string> {
  const email = uniqueEmail(name);
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  await page.goto('/pro/upgrade');
  await fillBilling(page);
  await enterCard(page, cards.good);
  await subscribe(page);
  await expect(page).toHaveURL(/\/billing-success$/);
  return email;
}

async function renewWith(email: string, behaviour: string): Promise<void> {
  const { stripe_subscription_id: id, stripe_customer_id: customer } = await subscriptionOf(email);
  await controlProvider(`/payment_methods/${await newestAt('payment_method.attached', customer)}`, {
    behaviour,
  });
  await controlProvider(`/subscriptions/${String(id)}/renew`);
  await expect.poll(async () => (await subscriptionOf(email))['status']).toBe('past_due');
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Card', exact: true });
const bankOf = (page: Page) => page.getByRole('dialog', { name: '3D Secure 2 Test Page' });

async function replaceCard(page: Page, number: string): Promise<void> {
  await cardOf(page)
    .getByRole('button', { name: /Replace card|Add a card/ })
    .click();
  await enterCard(page, number);
  await cardOf(page).getByRole('button', { name: 'Save card' }).click();
}

test(
  'a card that needs a confirmation replaces the old one, and is charged from then on',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await ownPro(page, 'replace');
    await page.goto('/settings/billing');
    await replaceCard(page, asksOnce);
    await bankOf(page).getByRole('button', { name: 'Fail' }).click();
    await expect(cardOf(page)).toContainText('We are unable to authenticate your payment method.');
    await expect(cardOf(page)).toContainText('Visa ending in 4242');
    await cardOf(page).getByRole('button', { name: 'Save card' }).click();
    await bankOf(page).getByRole('button', { name: 'Complete' }).click();
    await expect(cardOf(page)).toContainText('Your new card was saved.');
    await expect(cardOf(page)).toContainText('Visa ending in 3155');
    const { stripe_subscription_id: id } = await subscriptionOf(email);
    await controlProvider(`/subscriptions/${String(id)}/renew`);
    await page.reload();
    await expect(
      page.getByRole('region', { name: 'Invoices' }).getByText('Paid', { exact: true }),
    ).toHaveCount(2);
  },
);

test(
  'a failed invoice is paid by a card that needs a confirmation for itself and for the payment',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await ownPro(page, 'mend');
    await renewWith(email, 'insufficient_funds');
    await page.goto('/settings/billing');
    await replaceCard(page, asksAlways);
    await bankOf(page).getByRole('button', { name: 'Complete' }).click();
    // The first dialog sets the card up, the second confirms the payment.
    await expect(bankOf(page)).toBeVisible();
    await bankOf(page).getByRole('button', { name: 'Fail' }).click();
    await expect(cardOf(page)).toContainText(
      /your bank needs you to approve your last payment of \$\d+\.\d\d/,
    );
    await expect(cardOf(page)).toContainText('Visa ending in 3184');
    await takePicture(page, 'card not-confirmed', true);
    expect((await subscriptionOf(email))['status']).toBe('past_due');

    await cardOf(page).getByRole('link', { name: 'Approve it' }).click();
    await expect(page.getByRole('heading', { name: 'Approve your payment' })).toBeVisible();
    await page.getByRole('button', { name: /^Approve \$/ }).click();
    await bankOf(page).getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Your payment went through. Your team is on PRO.')).toBeVisible();
    await page.getByRole('link', { name: 'See your plan' }).click();
    await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('Active');
  },
);

test(
  'a new card that is declined for the failed invoice is saved, and the reason is shown',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await ownPro(page, 'still-open');
    await renewWith(email, 'insufficient_funds');
    await page.goto('/settings/billing');
    await replaceCard(page, '4000 0000 0000 0341');
    await expect(cardOf(page)).toContainText(
      /but your last payment of \$\d+\.\d\d didn’t go through. Your card was declined./,
    );
    await replaceCard(page, another);
    await expect(cardOf(page)).toContainText('Your new card was saved, and your last payment went through.');
    await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('Active');
  },
);

test(
  'a renewal that needs a confirmation is announced by mail and on every page, and confirmed',
  { tag: '@deep' },
  async ({ page }) => {
    const email = await ownPro(page, 'bank');
    await renewWith(email, 'authenticate_always');
    await page.goto('/settings/security');
    await expect(page.getByText('Your bank needs you to approve your last payment.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Approve your payment' })).toBeVisible();
    await takePicture(page, 'card banner', true);

    await page.goto(linkIn(await readMail(email, 'Approve your payment')));
    await expect(page).toHaveURL(/\/settings\/billing\/confirm$/);
    for (const [name, width, height] of [
      ['desktop', 1440, 900],
      ['mobile', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('button', { name: /^Approve \$/ })).toBeVisible();
      await takePicture(page, `card confirm ${name}`, true);
    }
    await page.getByRole('button', { name: /^Approve \$/ }).click();
    await bankOf(page).getByRole('button', { name: 'Fail' }).click();
    await expect(
      page.getByText(/Your bank hasn’t approved the payment, so nothing was charged/),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Approve \$/ }).click();
    await bankOf(page).getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Your payment went through. Your team is on PRO.')).toBeVisible();
    await page.goto('/settings/security');
    await expect(page.getByText('Your bank needs you to approve your last payment.')).toBeHidden();
    await expect.poll(async () => (await subscriptionOf(email))['status']).toBe('active');
  },
);

test(
  'the plan is shown while the card provider is unreachable, and "Try again" loads the rest',
  { tag: '@deep' },
  async ({ page }) => {
    await ownPro(page, 'down');
    const parts = /\/settings\/billing\/(payments|billed-to)$/;
    await page.route(parts, (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'PaymentUnavailable',
          message: 'Card payments aren’t available right now.',
        }),
      }),
    );
    await page.goto('/settings/billing');
    const plan = page.getByRole('region', { name: 'Current plan' });
    await expect(plan).toContainText(/PRO renews on \w+ \d+, \d{4}/);
    await expect(plan.getByRole('button', { name: 'Cancel plan' })).toBeVisible();
    await expect(page.getByText(/^We couldn’t load your card and invoices/)).toBeVisible();
    await takePicture(page, 'card provider-down', true);
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(cardOf(page)).toContainText('Visa ending in 4242');
  },
);

test(
  'a company pays with its VAT number on the invoice, and changes its address later',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('company');
    await createAccount(page, email, PASSWORD);
    await logInThroughApi(page, email, PASSWORD);
    await queryDatabase(
      "UPDATE users SET first_name = 'Grace', last_name = 'Hopper', country_code = 'DE', state_code = '' WHERE email = $1",
      [email],
    );
    await page.goto('/pro/upgrade');
    await expect(page.getByLabel('Name on card')).toHaveValue('Grace Hopper');
    await expect(page.getByRole('button', { name: /Country/ })).toContainText('Germany');
    await page.getByLabel('Address', { exact: true }).fill('Unter den Linden 1');
    await page.getByRole('textbox', { name: 'City' }).fill('Berlin');
    await page.getByLabel('Postal code').fill('10117');
    await enterCard(page, another);
    await page.getByRole('button', { name: 'Add a company name or tax ID' }).click();
    await page.getByLabel(/Company name on the invoice/).fill('Hopper GmbH');
    await page.getByLabel(/VAT number/).fill('DE12');
    await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
    await subscribe(page);
    await expect(page.getByText('Enter a valid VAT number, such as DE123456789')).toBeVisible();
    for (const [name, width, height] of [
      ['desktop', 1440, 900],
      ['mobile', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await takePicture(page, `card company ${name}`, true);
    }
    await page.getByLabel(/VAT number/).fill('DE123456789');
    await subscribe(page);
    await expect(page).toHaveURL(/\/billing-success$/);

    await page.goto('/settings/billing');
    const details = page.getByRole('region', { name: 'Billing details' });
    await expect(details).toContainText('Hopper GmbH');
    await expect(details).toContainText('DE123456789');
    const invoice = page.getByRole('link', { name: /^View the invoice of/ });
    const written = await page.request.get((await invoice.getAttribute('href')) ?? '');
    expect(await written.text()).toContain('Company: Hopper GmbH');
    await details.getByRole('button', { name: 'Edit billing details' }).click();
    await details.getByRole('textbox', { name: 'City' }).fill('Potsdam');
    await details.getByLabel('Postal code').fill('14467');
    for (const [name, width, height] of [
      ['desktop', 1440, 900],
      ['mobile', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await takePicture(page, `card details ${name}`, true);
    }
    await details.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(details).toContainText('Saved. These details will be on future invoices.');
    await expect(details).toContainText('14467 Potsdam');
  },
);
