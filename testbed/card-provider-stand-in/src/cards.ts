/** Some of Stripe's test cards. Other valid numbers are declined, as in Stripe's test mode. */
import { brandOf, hasRightCheckDigit } from './page/card-rules.ts';
import { StripeError } from './stripe-error.ts';

export type CardBehaviour =
  | 'ok'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'declined_after_attaching'
  /** Asks for 3-D Secure, except for off-session charges after the card was set up. */
  | 'authenticate_once'
  | 'authenticate_always'
  | 'insufficient_funds_after_authentication'
  /** The bank answers later: `control.settle` gives the answer. */
  | 'processing'
  | 'disputed'
  | 'live_card';

export interface TestCard {
  number: string;
  brand: string;
  behaviour: CardBehaviour;
  /** Stripe accepts `tok_<name>` and `pm_card_<name>` instead of the card's number. */
  names: string[];
}

const card = (number: string, brand: string, behaviour: CardBehaviour, ...names: string[]): TestCard => ({
  number,
  brand,
  behaviour,
  names,
});

const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'ok', 'visa', 'us'),
  card('4000056655665556', 'visa', 'ok', 'visa_debit'),
  card('5555555555554444', 'mastercard', 'ok', 'mastercard'),
  card('2223003122003222', 'mastercard', 'ok'),
  card('378282246310005', 'amex', 'ok', 'amex'),
  card('371449635398431', 'amex', 'ok'),
  card('6011111111111117', 'discover', 'ok', 'discover'),
  card('3056930009020004', 'diners', 'ok', 'diners'),
  card('3566002020360505', 'jcb', 'ok', 'jcb'),
  card('6200000000000005', 'unionpay', 'ok', 'unionpay'),
  card('4000000000000002', 'visa', 'declined', 'chargeDeclined', 'visa_chargeDeclined'),
  card(
    '4000000000009995',
    'visa',
    'insufficient_funds',
    'chargeDeclinedInsufficientFunds',
    'visa_chargeDeclinedInsufficientFunds',
  ),
  card('4000000000000069', 'visa', 'expired_card', 'chargeDeclinedExpiredCard'),
  card('4000000000000127', 'visa', 'incorrect_cvc', 'chargeDeclinedIncorrectCvc'),
  card('4000000000000119', 'visa', 'processing_error', 'chargeDeclinedProcessingError'),
  card('4000000000000341', 'visa', 'declined_after_attaching', 'chargeCustomerFail'),
  card('4000000000000259', 'visa', 'disputed', 'createDispute'),
  card('4000002500003155', 'visa', 'authenticate_once', 'authenticationRequiredOnSetup'),
  card('4000002760003184', 'visa', 'authenticate_always', 'authenticationRequired'),
  card('4000000000003220', 'visa', 'authenticate_always', 'threeDSecure2Required', 'threeDSecureRequired'),
  card(
    '4000008260003178',
    'visa',
    'insufficient_funds_after_authentication',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
];

function findByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.number === number);
}

export function findByName(name: string): TestCard | undefined {
  return TEST_CARDS.find((known) => known.names.includes(name));
}

export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
  param?: string;
}

export const GENERIC_DECLINE: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const INSUFFICIENT: Decline = {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const AT_ONCE: Partial<Record<CardBehaviour, Decline>> = {
  declined: GENERIC_DECLINE,
  insufficient_funds: INSUFFICIENT,
  expired_card: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  live_card: {
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
};

export function declineOfAttaching(behaviour: CardBehaviour): Decline | undefined {
  return AT_ONCE[behaviour];
}

export function declineOfCharging(behaviour: CardBehaviour): Decline | undefined {
  if (behaviour === 'declined_after_attaching') return GENERIC_DECLINE;
  if (behaviour === 'insufficient_funds_after_authentication') return INSUFFICIENT;
  return AT_ONCE[behaviour];
}

export function needsAuthentication(
  behaviour: CardBehaviour,
  charge: { isSetUp: boolean; isOffSession: boolean },
): boolean {
  if (behaviour === 'authenticate_once') return !(charge.isSetUp && charge.isOffSession);
  return behaviour === 'authenticate_always' || behaviour === 'insufficient_funds_after_authentication';
}

export function cardError(decline: Decline, rest: object = {}): StripeError {
  return new StripeError(402, { type: 'card_error', ...decline, ...rest });
}

export function readCard(
  number: string,
  expMonth: number,
  expYear: number,
  cvc: string | undefined,
): TestCard {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !hasRightCheckDigit(digits)) {
    throw cardError({
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param: 'number',
    });
  }
  if (!(expMonth >= 1 && expMonth <= 12)) {
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  }
  const now = new Date();
  const year = expYear < 100 ? 2000 + expYear : expYear;
  const isPast = year * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (!Number.isInteger(year) || isPast || year > now.getUTCFullYear() + 50) {
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError({
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
      param: 'cvc',
    });
  }
  return (
    findByNumber(digits) ?? { number: digits, brand: brandOf(digits).name, behaviour: 'live_card', names: [] }
  );
}
