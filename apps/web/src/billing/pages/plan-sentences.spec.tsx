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

const FREE_AFTERWARDS = ' After that, your team is on the Free Trial.';
const AGAIN = 'Restart PRO to pick up where you left off.';
type Row = [name: string, billing: BillingReply, sentence: string];
const rows: Row[] = [
  [
    'active',
    planStates.active(numbers),
    'PRO renews on December 24, 2026. We’ll charge your card $166.66, including tax.',
  ],
  [
    'active, its sum not known',
    { ...planStates.active(numbers), nextCharge: { kind: 'renewal', at: numbers.monthEnd, currency: 'usd' } },
    'PRO renews on December 24, 2026. We’ll charge your card the monthly price plus tax.',
  ],
  [
    'active, paid by credit',
    planStates.active({ ...numbers, renewal: 0 }),
    'PRO renews on December 24, 2026. Nothing is due then, so we won’t charge your card.',
  ],
  [
    'active, with credit',
    planStates['active, with credit']({ ...numbers, renewal: 116_66 }),
    'PRO renews on December 24, 2026. We’ll charge your card $116.66, including tax.',
  ],
  [
    'active, collection paused',
    planStates['active, collection paused'](numbers),
    'We aren’t charging your card at the moment.',
  ],
  [
    'draft of the month, without a card',
    planStates['draft of the month, without a card'](numbers),
    'PRO is paid until November 24, 2026. There’s no card on file. Add one to keep PRO.',
  ],
  [
    'active, without a card',
    planStates['active, without a card'](numbers),
    'PRO is paid until December 24, 2026. There’s no card on file. Add one to keep PRO.',
  ],
  [
    'active, to end',
    planStates['active, to end'](numbers),
    `You keep PRO until December 24, 2026, and we won’t charge your card again.${FREE_AFTERWARDS}`,
  ],
  [
    'active, to end months later',
    planStates['active, to end months later'](later),
    'PRO ends on March 24, 2027. Until then, it renews every month. The next charge is $166.66 on December 24, 2026. After that, no one on your team has access until you pay again.',
  ],
  [
    'draft of the month',
    planStates['draft of the month'](numbers),
    'We’ll still charge $216.66 for the month that began on November 24, 2026. PRO then renews on December 24, 2026.',
  ],
  [
    'draft of the month, to end',
    planStates['draft of the month, to end'](numbers),
    `We’ll still charge $216.66 for the month that began on November 24, 2026. PRO then ends on December 24, 2026.${FREE_AFTERWARDS}`,
  ],
  [
    'past due',
    planStates['past due'](numbers),
    'Your last payment didn’t go through. We’ll try to charge $216.66 to your card again on November 27, 2026. PRO is paid until November 24, 2026 and ends on December 1, 2026 unless the payment goes through.',
  ],
  [
    'past due, without a card',
    planStates['past due, without a card'](numbers),
    'Your last payment didn’t go through because there’s no card on file. Add one to pay. PRO is paid until November 24, 2026 and ends on December 1, 2026 unless the payment goes through.',
  ],
  [
    'past due, no retry to come',
    { ...planStates['past due'](numbers), nextCharge: undefined },
    'Your last payment didn’t go through. Replace your card to pay. PRO is paid until November 24, 2026 and ends on December 1, 2026 unless the payment goes through.',
  ],
  ['ended by retries', planStates['ended by retries'](numbers), AGAIN],
  ['ended by an operator', planStates['ended by an operator'](numbers), AGAIN],
  ['ended by its owner', planStates['ended by its owner'](numbers), AGAIN],
  ['paused', planStates.paused(numbers), 'We aren’t charging your card at the moment.'],
  [
    'paused, with an invoice from before',
    planStates['paused, with an invoice from before'](numbers),
    'We’ll charge $216.66 to your card on November 27, 2026 for an unpaid invoice.',
  ],
  ['unpaid', planStates.unpaid(numbers), AGAIN],
];

beforeAll(loadModals);

describe('the plan in the billing settings', () => {
  it('has a sentence for each state', () => {
    expect(Object.keys(planStates).filter((state) => !rows.some(([name]) => name === state))).toEqual([]);
  });

  it.each(rows)('has its sentence for the state "%s"', async (_name, billing, sentence) => {
    const { plan } = await open(billing);
    expect(within(plan).getByText(sentence)).toBeTruthy();
    expect(plan.textContent).toContain(billing.plan === 'pro' ? '$199 per month' : '$0 per month');
  });

  it('shows the price of the subscription, in its own currency', async () => {
    const price = { cents: 1_250, currency: 'eur' };
    const { plan } = await open(planStates.active({ ...numbers, price, renewal: 1_487 }));
    expect(plan.textContent).toContain('€12.50 per month');
    expect(plan.textContent).toContain('€14.87, including tax');
  });

  it.each([
    ['pro', /didn’t go through\. You keep PRO until December 1, 2026\./],
    ['free', /Your team is on the Free Trial until the payment goes through\./],
  ] as const)('has a warning about the failed payment for a team on %s', async (plan, sentence) => {
    await open({ ...planStates['past due'](numbers), plan });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe('the cancellation dialog', () => {
  it.each([
    ['active', planStates.active(numbers), 'You keep PRO until December 24, 2026. Choose what happens next.'],
    [
      'draft of the month',
      planStates['draft of the month'](numbers),
      'We’ll still charge $216.66 for the month that began on November 24, 2026. PRO then ends on December 24, 2026. Choose what happens next.',
    ],
    [
      'past due',
      planStates['past due'](numbers),
      /^Your last payment didn’t go through\. If you cancel, PRO ends right away and we won’t charge the unpaid amount\./,
    ],
  ])('shows what will still be charged in the state "%s"', async (_name, billing, sentence) => {
    const { user } = await open(billing);
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(within(screen.getByRole('alertdialog')).getByText(sentence)).toBeTruthy();
  });
});
