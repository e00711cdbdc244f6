import { describe, expect, it } from '@jest/globals';
import { decisivePayment } from './invoice-payment.ts';
import type { Stripe } from './card-provider.ts';

/** The oldest payment comes first. "part" marks a partial payment. */
function paymentsWith(statuses: string[]): Stripe.InvoicePayment[] {
  return statuses.map((words, position) => {
    const [status, part] = words.split(' ');
    const payment = {
      created: 1_000 + position,
      amount_requested: part ? 50_00 : 216_66,
      status: { succeeded: 'paid', canceled: 'canceled' }[status ?? ''] ?? 'open',
      payment: { type: 'payment_intent', payment_intent: { id: `pi_${position}`, status } },
    };
    return payment as Stripe.InvoicePayment;
  });
}

describe('the decisive payment of an invoice', () => {
  it.each([
    [[], undefined],
    [['requires_payment_method'], 'pi_0'],
    [['requires_payment_method', 'requires_payment_method'], 'pi_1'],
    [['succeeded', 'requires_payment_method'], 'pi_0'],
    [['requires_payment_method', 'succeeded'], 'pi_1'],
    [['processing', 'requires_payment_method'], 'pi_0'],
    [['requires_action', 'canceled'], 'pi_0'],
    [['requires_action', 'processing'], 'pi_1'],
    [['succeeded', 'processing', 'requires_action'], 'pi_0'],
    [['requires_payment_method', 'succeeded part'], 'pi_0'],
    [['requires_action', 'succeeded part'], 'pi_0'],
    [['canceled', 'succeeded part', 'succeeded part'], 'pi_2'],
  ])('for the payment statuses %j is %s, in either order of the list', (statuses, expected) => {
    const payments = paymentsWith(statuses);
    expect(decisivePayment(payments)?.id).toBe(expected);
    expect(decisivePayment(payments.toReversed())?.id).toBe(expected);
  });

  it('is undefined without a card payment and with a payment that was not read', () => {
    const payments = [
      { created: 2, payment: { type: 'payment_record', payment_record: 'pr_1' } },
      { created: 1, payment: { type: 'payment_intent', payment_intent: 'pi_unread' } },
    ] as Stripe.InvoicePayment[];
    expect(decisivePayment(payments)).toBeUndefined();
  });
});
