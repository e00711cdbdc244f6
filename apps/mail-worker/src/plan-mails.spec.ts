import { describe, expect, it } from '@jest/globals';
import type { Mail, MailContents } from '@foyer/mail/mail-kinds';
import { messageContextFrom } from './deliver-mail.ts';
import { renderText } from './render-message.ts';
import { writeMessage } from './templates/write-message.ts';

const context = messageContextFrom({
  PRODUCT_NAME: 'Foyer',
  SUPPORT_EMAIL: 'help@example.com',
  PUBLIC_URL: new URL('https://portal.test'),
});
const ada = { firstName: 'Ada' };
const endsOn = '2026-12-24T12:00:00.000Z';
const currency = 'usd';
const begun = { kind: 'begun', at: '2026-11-24T12:00:00.000Z', cents: 216_66, currency } as const;
const renewal = { kind: 'renewal', at: endsOn, cents: 166_66, currency } as const;
const retry = { kind: 'retry', at: '2026-11-27T12:00:00.000Z', cents: 216_66, currency } as const;
const end = { ...ada, endsOn, endsAs: 'free', hasCard: true } as const;
const resumed = { ...ada, renewsOn: endsOn, paidUntil: endsOn, hasCard: true };
const receipt = {
  paidAt: '2026-11-24T12:00:00.000Z',
  currency,
  nextBillingDate: endsOn,
  subtotal: 199_00,
  discount: 0,
  tax: 17_66,
  total: 216_66,
};
const grace = { ...ada, endsOn: '2026-12-01T12:00:00.000Z' };

describe('a mail about a plan', () => {
  type Kind =
    | 'plan-cancelled'
    | 'plan-resumed'
    | 'payment-failed'
    | 'payment-confirmation'
    | 'renewal-receipt';
  type Row = { [K in Kind]: [kind: K, content: MailContents[K], sentence: string] }[Kind];
  const rows: Row[] = [
    ['plan-cancelled', end, 'You keep PRO until December 24, 2026, and we won’t charge your card again.'],
    [
      'plan-cancelled',
      { ...end, hasCard: false },
      'PRO ends on December 24, 2026. There’s no card on file, so nothing is charged.',
    ],
    [
      'plan-cancelled',
      { ...end, nextCharge: begun },
      'We’ll still charge $216.66 for the month that began on November 24, 2026. PRO then ends on December 24, 2026.',
    ],
    [
      'plan-cancelled',
      { ...end, endsOn: '2027-03-24T12:00:00.000Z', nextCharge: renewal },
      'PRO ends on March 24, 2027. Until then, it renews every month. The next charge is $166.66 on December 24, 2026.',
    ],
    [
      'plan-resumed',
      { ...resumed, nextCharge: renewal },
      'PRO renews on December 24, 2026. We’ll charge your card $166.66, including tax.',
    ],
    [
      'plan-resumed',
      { ...resumed, nextCharge: { kind: 'renewal', at: endsOn, currency } },
      'PRO renews on December 24, 2026. We’ll charge your card the monthly price plus tax.',
    ],
    [
      'plan-resumed',
      { ...resumed, nextCharge: { ...renewal, cents: 0 } },
      'PRO renews on December 24, 2026. Nothing is due then, so we won’t charge your card.',
    ],
    [
      'plan-resumed',
      { ...resumed, nextCharge: begun },
      'We’ll still charge $216.66 for the month that began on November 24, 2026. PRO then renews on December 24, 2026.',
    ],
    ['plan-resumed', { ...resumed, hasCard: false }, 'There’s no card on file. Add one to keep PRO.'],
    ['plan-resumed', resumed, 'We aren’t charging your card at the moment.'],
    [
      'payment-failed',
      { ...grace, hasCard: true, nextCharge: retry },
      'We’ll try to charge $216.66 to your card again on November 27, 2026. You keep PRO until December 1, 2026.',
    ],
    [
      'payment-failed',
      { ...grace, hasCard: true },
      'Check it or use another one. You keep PRO until December 1, 2026.',
    ],
    [
      'payment-failed',
      { ...grace, hasCard: false },
      'There’s no card on file to pay for PRO. Add one soon. You keep PRO until December 1, 2026.',
    ],
    [
      'renewal-receipt',
      { ...ada, receipt: { ...receipt, charged: { card: 216_66, credit: 0, outside: 0 } } },
      'We charged $216.66 to your card on November 24, 2026. You have PRO for another month.',
    ],
    [
      'renewal-receipt',
      { ...ada, receipt: { ...receipt, charged: { card: 166_66, credit: 50_00, outside: 0 } } },
      'Total: $216.66 From your credit: -$50.00 Charged to your card on November 24, 2026: $166.66',
    ],
    [
      'renewal-receipt',
      { ...ada, receipt: { ...receipt, charged: { card: 0, credit: 0, outside: 216_66 } } },
      'You have PRO for another month, and your card wasn’t charged. Subtotal: $199.00 Tax: $17.66 Total: $216.66 Paid another way: -$216.66 Charged to your card on November 24, 2026: $0.00',
    ],
    ['payment-confirmation', grace, 'You keep PRO until December 1, 2026.'],
  ];
  it.each(rows)('of kind %s says what is charged or when the plan ends: %j', (kind, content, sentence) => {
    const text = renderText(writeMessage({ kind, to: 'ada@example.com', content } as Mail, context), context);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });
});
