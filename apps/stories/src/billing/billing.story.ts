import { expect, test, type Page } from '@playwright/test';
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
  upgrade,
} from '../paying-steps.ts';
import {
  createAccount,
  linkIn,
  logIn,
  portal,
  queryDatabase,
  readMail,
  registerThroughApi,
  uniqueEmail,
} from '../portal.ts';
import { fillSignUpForm } from '../sign-up-steps.ts';

async function spoilCard(email: string): Promise<void> {
  const { stripe_customer_id: customer } = await subscriptionOf(email);
  const reply = await fetch(`${portal().cardProviderUrl}/_control/events`);
  const events = (await reply.json()) as {
    type: string;
    data: { object: { id: string; customer?: unknown } };
  }[];
  const attached = events.find(
    ({ type, data }) => type === 'payment_method.attached' && data.object.customer === customer,
  );
  await controlProvider(`/payment_methods/${attached?.data.object.id}`, { behaviour: 'declined' });
}

test.beforeEach(() => test.slow());

test(
  'a visitor signs up for PRO, from the choice of the plan to the payment',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('pro');
    await page.goto('/signup');
    await page.getByRole('radio', { name: /PRO/ }).check({ force: true });
    await page.getByRole('button', { name: 'Next' }).click();
    const grace = { firstName: 'Grace', lastName: 'Hopper', businessName: 'Grace Gatherings' };
    await fillSignUpForm(page, { ...grace, email });
    await page.getByRole('button', { name: /Country/ }).click();
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await page.getByRole('button', { name: /State or province/ }).click();
    await page.getByRole('option', { name: 'New York' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await page.goto(linkIn(await readMail(email, 'Verify your email')));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Add your billing details' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Step 3 of 3' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    const plan = page.getByRole('region', { name: 'Your plan' });
    await expect(plan).toContainText('Calculated from your address');
    await expect(page.getByRole('button', { name: 'Subscribe and pay' })).toBeDisabled();
    await fillBilling(page);
    await expect(plan).toContainText(/Charged today\$2\d\d\.\d\d/);
    await enterCard(page, cards.good);
    await subscribe(page);
    await expect(page).toHaveURL(/\/billing-success$/);
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
    expect(await planOf(email)).toBe('pro');
    await page.getByRole('link', { name: 'Get started' }).click();
    await expect(page).toHaveURL(portal().productUrl);
  },
);

test(
  'a declined card shows the reason, a failed bank challenge charges nothing, and another card pays',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('declined');
    await createAccount(page, email, PASSWORD);
    await openUpgrade(page, email);
    await fillBilling(page);
    await enterCard(page, cards.declined);
    await subscribe(page);
    await expect(paymentError(page)).toContainText('Your card was declined.');
    await expect(paymentError(page)).toContainText('We had some trouble processing this request.');
    await paymentError(page).getByRole('button', { name: 'Try again' }).click();
    await expect(paymentError(page)).toBeHidden();
    await expect(page.getByLabel('Name on card')).toHaveValue('Grace Hopper');
    await expect(page.getByLabel('ZIP code')).toHaveValue('10001');
    await expect(page.getByRole('checkbox')).toBeChecked();
    await expect(page.getByLabel('Credit or debit card number')).toHaveValue(cards.declined);
    expect(await planOf(email)).toBe('free');

    await enterCard(page, cards.threeDSecure);
    await subscribe(page);
    const bank = page.getByRole('dialog', { name: '3D Secure 2 Test Page' });
    await expect(bank).toBeVisible();
    await expect(page.getByText('Stay on this page')).toBeHidden();
    await bank.getByRole('button', { name: 'Fail' }).click();
    await expect(paymentError(page)).toBeVisible();
    await paymentError(page).getByRole('button', { name: 'Try again' }).click();
    expect(await planOf(email)).toBe('free');

    await enterCard(page, cards.good);
    await subscribe(page);
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
    expect(await planOf(email)).toBe('pro');
  },
);

test('a user passes the bank’s challenge by keyboard', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('bank-yes');
  await createAccount(page, email, PASSWORD);
  await openUpgrade(page, email);
  await fillBilling(page);
  await enterCard(page, cards.threeDSecure);
  await subscribe(page);
  await expect(page.getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
  expect(await planOf(email)).toBe('pro');
});

test(
  'card payments that fail to load show a message, and "Try again" loads them',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('blocked');
    await createAccount(page, email, PASSWORD);
    const script = `${portal().cardProviderUrl}/**`;
    await page.route(script, (route) => route.abort());
    await openUpgrade(page, email);
    await expect(page.getByText('Card payments aren’t available right now.')).toBeVisible();
    await fillBilling(page);
    await expect(page.getByText('You can pay once card payments are available again.')).toBeVisible();
    await page.unroute(script);
    await page.getByRole('button', { name: 'Try again' }).click();
    await enterCard(page, cards.good);
    await subscribe(page);
    await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
  },
);

test('a user restarts an ended subscription by paying', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('again');
  await createAccount(page, email, PASSWORD);
  await upgrade(page, email);
  const { stripe_subscription_id: id } = await subscriptionOf(email);
  await controlProvider(`/subscriptions/${String(id)}/end`, { reason: 'cancellation_requested' });
  await expect.poll(async () => (await subscriptionOf(email))['status']).toBe('canceled');
  await page.context().clearCookies();

  await page.goto('/');
  await logIn(page, email, PASSWORD);
  const modal = page.getByRole('alertdialog', { name: 'Reactivate your account' });
  await modal.getByRole('button', { name: 'Reactivate your account' }).click();
  await expect(page.getByRole('heading', { name: 'Upgrade Account' })).toBeVisible();
  await fillBilling(page);
  await enterCard(page, cards.good);
  await subscribe(page);
  await expect(page.getByRole('heading', { name: SUCCESS })).toBeVisible();
  expect(await planOf(email)).toBe('pro');
  // Before the payment, the session was restricted to paying.
  await page.goto('/settings/billing');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});

test(
  'a user who left before paying is asked again at the next login, and starts on Free',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('left');
    await registerThroughApi(page, email, 'pro');
    await page.goto(linkIn(await readMail(email, 'Verify your email')));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel(/^Confirm/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Add your billing details' })).toBeVisible();
    await page.context().clearCookies();

    await page.goto('/');
    await logIn(page, email, PASSWORD);
    const modal = page.getByRole('alertdialog', { name: 'Finish setting up PRO' });
    await modal.getByRole('button', { name: 'Start Free plan' }).click();
    await expect(page).toHaveURL(portal().productUrl);
    expect(await planOf(email)).toBe('free');
    // The portal remembers the choice of Free.
    await page.context().clearCookies();
    await page.goto('/');
    await logIn(page, email, PASSWORD);
    await expect(page).toHaveURL(portal().productUrl);
  },
);

test(
  'a failed renewal is shown on every settings page, and a new card pays it',
  { tag: '@deep' },
  async ({ page }) => {
    const email = uniqueEmail('past-due');
    await createAccount(page, email, PASSWORD);
    await upgrade(page, email);
    await spoilCard(email);
    const { stripe_subscription_id: id } = await subscriptionOf(email);
    await controlProvider(`/subscriptions/${String(id)}/renew`);
    await expect.poll(async () => (await subscriptionOf(email))['status']).toBe('past_due');

    await page.goto('/settings/security');
    await expect(page.getByText('Your last payment didn’t go through.')).toContainText(
      /You keep PRO until \w+ \d+, \d{4}\./,
    );
    await page.getByRole('link', { name: 'Pay with a new card' }).click();
    const card = page.getByRole('region', { name: 'Card', exact: true });
    await card.getByRole('button', { name: 'Replace card' }).click();
    await enterCard(page, cards.declined);
    await card.getByRole('button', { name: 'Save card' }).click();
    await expect(card).toContainText('Your card was declined.');
    await enterCard(page, '5555 5555 5555 4444');
    await card.getByRole('button', { name: 'Save card' }).click();
    await expect(card).toContainText('Your new card was saved, and your last payment went through.');
    await expect(card).toContainText('Mastercard ending in 4444');
    await expect(page.getByRole('region', { name: 'Current plan' })).toContainText('Active');
    await expect(page.getByText('Your last payment didn’t go through.')).toBeHidden();
  },
);

test('a team on Free is offered PRO', { tag: '@deep' }, async ({ page }) => {
  const email = uniqueEmail('free-team');
  await createAccount(page, email, PASSWORD);
  await page.goto('/settings/billing');
  await logIn(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/settings\/billing$/);
  await page.getByRole('link', { name: 'Upgrade to PRO' }).click();
  await expect(page).toHaveURL(/\/pro\/upgrade$/);
  await expect(page.getByLabel('Credit or debit card number')).toBeVisible();
});

for (const { choice, promised, comesTrue } of [
  {
    choice: 'Move to the Free Trial',
    promised: 'After that, your team is on the Free Trial.',
    async comesTrue(page: Page): Promise<void> {
      await expect(page).toHaveURL(portal().productUrl);
    },
  },
  {
    choice: 'End the team’s access',
    promised: 'After that, no one on your team has access until you pay again.',
    async comesTrue(page: Page): Promise<void> {
      const modal = page.getByRole('alertdialog', { name: 'Reactivate your account' });
      await expect(modal).toContainText('Your subscription has ended');
      await page.reload();
      await expect(modal.getByRole('button', { name: 'Reactivate your account' })).toBeVisible();
    },
  },
])
  test(
    `a canceled plan ends as the cancel dialog promised: ${choice}`,
    { tag: '@deep' },
    async ({ page }) => {
      const email = uniqueEmail('ends');
      await createAccount(page, email, PASSWORD);
      await upgrade(page, email);
      await page.goto('/settings/billing');
      const plan = page.getByRole('region', { name: 'Current plan' });
      await plan.getByRole('button', { name: 'Cancel plan' }).click();
      const modal = page.getByRole('alertdialog', { name: 'Cancel PRO?' });
      await expect(modal.getByRole('radio', { name: 'Move to the Free Trial' })).toBeChecked();
      await modal.getByRole('radio', { name: choice }).check({ force: true });
      await modal.getByRole('button', { name: 'Cancel plan' }).click();
      await expect(plan).toContainText(promised);
      const { stripe_subscription_id: id } = await subscriptionOf(email);
      await controlProvider(`/subscriptions/${String(id)}/renew`);
      await expect.poll(async () => (await subscriptionOf(email))['status']).toBe('canceled');
      await page.context().clearCookies();
      await page.goto('/');
      await logIn(page, email, PASSWORD);
      await comesTrue(page);
    },
  );

test(
  'a member of a team without access sees who can pay, leaves, and gets a Free team',
  { tag: '@deep' },
  async ({ page }) => {
    const [owner, member] = [uniqueEmail('payer'), uniqueEmail('member')];
    await createAccount(page, owner, PASSWORD);
    await page.context().clearCookies();
    await createAccount(page, member, PASSWORD);
    await page.context().clearCookies();
    await queryDatabase(`UPDATE teams SET seat_limit = 2, name = 'Harbour Hotel' WHERE id = ${TEAM_OF}`, [
      owner,
    ]);
    await queryDatabase(`UPDATE teams SET owner_id = NULL WHERE id = ${TEAM_OF}`, [member]);
    await queryDatabase(`UPDATE users SET team_id = ${TEAM_OF} WHERE email = $2`, [owner, member]);
    await queryDatabase("UPDATE users SET first_name = 'Olive', last_name = 'Owner' WHERE email = $1", [
      owner,
    ]);
    await queryDatabase(
      `INSERT INTO subscriptions (team_id, stripe_customer_id, status) VALUES (${TEAM_OF}, $2, 'canceled')`,
      [owner, `cus_${crypto.randomUUID()}`],
    );
    await page.goto('/');
    await logIn(page, member, PASSWORD);
    const modal = page.getByRole('alertdialog', { name: 'Your team has no access right now' });
    await expect(modal).toContainText('Only the team’s owner, Olive Owner, can restart the subscription.');
    await expect(modal.getByRole('button', { name: 'Reactivate your account' })).toHaveCount(0);
    await page.goto('/settings/security');
    await expect(modal).toContainText('Olive Owner');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(modal.getByRole('button', { name: 'Leave team' })).toBeInViewport();
    await modal.getByRole('button', { name: 'Leave team' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave Harbour Hotel?' });
    await question.getByRole('button', { name: 'Yes, leave' }).click();
    await expect(page.getByRole('alertdialog', { name: 'You’ve left the team' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/settings\/team$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const [team] = await queryDatabase(
      `SELECT plan, owner_id = (SELECT id FROM users WHERE email = $1) AS "isOwner" FROM teams WHERE id = ${TEAM_OF}`,
      [member],
    );
    expect(team).toEqual({ plan: 'free', isOwner: true });
  },
);
