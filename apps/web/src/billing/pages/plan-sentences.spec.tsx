import { answer, fakeServer, testUser } from '../../test-portal.tsx';
import { renderPage } from '../../test-pages.tsx';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BillingReply } from '@foyer/contracts/billing/billing';
import { planStates, type PlanNumbers } from '@foyer/testing/plan-states';
import { screen, within } from '@testing-library/react';
import { loadModals } from '../../ui/later-modal.tsx';

const numbers: PlanNumbers = {
  price: { cents: 199_00, currency: 'usd' },
  monthStart: '2026-11-24T12:00:00.000Z',
  monthEnd: '2026-12-24T12:00:00.000Z',
  endsAt: '2026-12-24T12:00:00.000Z',
  retryAt: '2026-11-27T12:00:00.000Z',
  graceEndsAt: '2026-12-01T12:00:00.000Z',
  owed: 216_66,
  renewal: 166_66,
};
const later = { ...numbers, endsAt: '2027-03-24T12:00:00.000Z' };

async function open(billing: BillingReply) {
  const isPastDue = billing.graceEndsAt !== '';
  fakeServer({
    'GET /session': answer({ csrfToken: 't', user: testUser }),
    'GET /settings/billing/details': answer(billing),
    'GET /settings/billing/notice': answer({
      isPastDue,
      plan: billing.plan,
      graceEndsAt: billing.graceEndsAt,
      needsConfirmation: false,
    }),
    'GET /settings/billing/payments': answer({ invoices: [] }),
    'GET /settings/billing/billed-to': answer({}),
  });
  const { user } = renderPage({ at: '/settings/billing' });
  return { user, plan: await screen.findByRole('region', { name: 'Current plan' }) };
}

const FREE_AFTERWARDS = ' Afterwards your team is on the Free Trial.';
const AGAIN = 'Take PRO up again and everything is where you left it.';
type Row = [name: string, billing: BillingReply, sentence: string];
const rows: Row[] = [
  [
    'active',
    planStates.active(numbers),
    'Your card is charged again on December 24, 2026: $166.66, tax included.',
  ],
  [
    'active, its sum not known',
    { ...planStates.active(numbers), nextCharge: { kind: 'renewal', at: numbers.monthEnd, currency: 'usd' } },
    'Your card is charged again on December 24, 2026, tax added.',
  ],
  [
    'active, paid by credit',
    planStates.active({ ...numbers, renewal: 0 }),
    'PRO renews on December 24, 2026. Nothing is due then, so your card is not charged.',
  ],
  [
    'active, with credit',
    planStates['active, with credit']({ ...numbers, renewal: 116_66 }),
    'Your card is charged again on December 24, 2026: $116.66, tax included.',
  ],
  [
    'active, collection paused',
    planStates['active, collection paused'](numbers),
    'Your card is not charged at the moment.',
  ],
  [
    'draft of the month, without a card',
    planStates['draft of the month, without a card'](numbers),
    'PRO is paid until November 24, 2026. There is no card on file: add one, so that PRO goes on.',
  ],
  [
    'active, without a card',
    planStates['active, without a card'](numbers),
    'PRO is paid until December 24, 2026. There is no card on file: add one, so that PRO goes on.',
  ],
  [
    'active, to end',
    planStates['active, to end'](numbers),
    `PRO ends on December 24, 2026. Until then it is yours, and your card is not charged again.${FREE_AFTERWARDS}`,
  ],
  [
    'active, to end months later',
    planStates['active, to end months later'](later),
    'PRO ends on March 24, 2027. Until then it renews every month, next on December 24, 2026 for $166.66. Afterwards nobody in your team can use it until you pay again.',
  ],
  [
    'draft of the month',
    planStates['draft of the month'](numbers),
    'The month that began on November 24, 2026 is still charged: $216.66. PRO then renews on December 24, 2026.',
  ],
  [
    'draft of the month, to end',
    planStates['draft of the month, to end'](numbers),
    `The month that began on November 24, 2026 is still charged: $216.66. Then PRO ends on December 24, 2026.${FREE_AFTERWARDS}`,
  ],
  [
    'past due',
    planStates['past due'](numbers),
    'Your last payment did not go through. We’ll try your card again for $216.66 on November 27, 2026. PRO is paid until November 24, 2026, and ends on December 1, 2026 unless the payment is made.',
  ],
  [
    'past due, without a card',
    planStates['past due, without a card'](numbers),
    'Your last payment did not go through, because there is no card on file. PRO is paid until November 24, 2026, and ends on December 1, 2026 unless the payment is made.',
  ],
  [
    'past due, no retry to come',
    { ...planStates['past due'](numbers), nextCharge: undefined },
    'Your last payment did not go through. Replace your card to pay it. PRO is paid until November 24, 2026, and ends on December 1, 2026 unless the payment is made.',
  ],
  ['ended by retries', planStates['ended by retries'](numbers), AGAIN],
  ['ended by an operator', planStates['ended by an operator'](numbers), AGAIN],
  ['ended by its owner', planStates['ended by its owner'](numbers), AGAIN],
  ['paused', planStates.paused(numbers), 'Your card isn’t charged.'],
  [
    'paused, with an invoice from before',
    planStates['paused, with an invoice from before'](numbers),
    'An unpaid invoice is still charged to your card: $216.66 on November 27, 2026.',
  ],
  ['unpaid', planStates.unpaid(numbers), AGAIN],
];

beforeAll(loadModals);

describe('the plan in the settings', () => {
  it('has a sentence for each state', () => {
    expect(Object.keys(planStates).filter((state) => !rows.some(([name]) => name === state))).toEqual([]);
  });

  it.each(rows)('%s', async (_name, billing, sentence) => {
    const { plan } = await open(billing);
    expect(within(plan).getByText(sentence)).toBeTruthy();
    expect(plan.textContent).toContain(billing.plan === 'pro' ? '$199 per month' : '$0 per month');
  });

  it('has the price of the subscription itself, in its currency', async () => {
    const price = { cents: 1_250, currency: 'eur' };
    const { plan } = await open(planStates.active({ ...numbers, price, renewal: 1_487 }));
    expect(plan.textContent).toContain('€12.50 per month');
    expect(plan.textContent).toContain('€14.87, tax included');
  });

  it.each([
    ['pro', /did not go through\. PRO stays in place until December 1, 2026\./],
    ['free', /Until it does, your team is on the Free Trial\./],
  ] as const)('is warned about with the day on which %s ends', async (plan, sentence) => {
    await open({ ...planStates['past due'](numbers), plan });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe('the dialog that cancels', () => {
  it.each([
    ['active', planStates.active(numbers), 'PRO stays yours until December 24, 2026. What then?'],
    [
      'draft of the month',
      planStates['draft of the month'](numbers),
      'The month that began on November 24, 2026 is still charged: $216.66. Then PRO ends on December 24, 2026. What then?',
    ],
    [
      'past due',
      planStates['past due'](numbers),
      /^Your last payment did not go through, so PRO ends right away and what is unpaid isn’t charged\./,
    ],
  ])('says what is still charged: %s', async (_name, billing, sentence) => {
    const { user } = await open(billing);
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(within(screen.getByRole('alertdialog')).getByText(sentence)).toBeTruthy();
  });
});
