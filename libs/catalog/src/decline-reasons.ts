import { SOURCE_LANGUAGE, type LanguageTag } from './languages.ts';
import { say } from './words/say.ts';

const DECLINED = say('common.cardDeclined', 'Your card was declined. Use another card or contact your bank.');
const NOT_CONFIRMED = say(
  'common.bankNotConfirmed',
  'Your bank hasn’t confirmed your card. Try again or use another card.',
);
const WRONG_CVC = say(
  'catalog.declineReasons.wrongSecurityCode',
  'Your card’s security code is wrong. Check it and try again.',
);
const WRONG_NUMBER = say(
  'catalog.declineReasons.wrongNumber',
  'Your card’s number is wrong. Check it and try again.',
);
const WRONG_EXPIRY = say(
  'catalog.declineReasons.wrongExpiry',
  'Your card’s expiry date is wrong. Check it and try again.',
);

/**
 * The reasons by the card provider's codes (https://docs.stripe.com/declines/codes,
 * https://docs.stripe.com/error-codes).
 */
const reasons: Readonly<Record<string, string>> = {
  authentication_failed: NOT_CONFIRMED,
  authentication_required: NOT_CONFIRMED,
  payment_intent_authentication_failure: NOT_CONFIRMED,
  setup_intent_authentication_failure: NOT_CONFIRMED,
  insufficient_funds: say(
    'catalog.declineReasons.insufficientFunds',
    'Your card has insufficient funds. Use another card.',
  ),
  expired_card: say('catalog.declineReasons.expired', 'Your card has expired. Use another card.'),
  incorrect_cvc: WRONG_CVC,
  invalid_cvc: WRONG_CVC,
  incorrect_number: WRONG_NUMBER,
  invalid_number: WRONG_NUMBER,
  invalid_expiry_month: WRONG_EXPIRY,
  invalid_expiry_year: WRONG_EXPIRY,
  card_not_supported: say(
    'catalog.declineReasons.notSupported',
    'Your card doesn’t support this type of payment. Use another card.',
  ),
  processing_error: say(
    'catalog.declineReasons.bankUnreachable',
    'We couldn’t reach your bank. Try again in a few minutes.',
  ),
  try_again_later: say(
    'catalog.declineReasons.bankUnreachable',
    'We couldn’t reach your bank. Try again in a few minutes.',
  ),
};

/**
 * `message` is a text of ours, which is translated, or the card provider's English text. In other languages, our text
 * for the decline code replaces the provider's text.
 */
export function declineInWords(
  { message, declineCode = '' }: { message: string; declineCode?: string | undefined },
  language: LanguageTag,
  inWords: (text: string) => string,
): string {
  const translated = inWords(message);
  const isSaid = message === '' || translated !== message || language === SOURCE_LANGUAGE;
  return isSaid ? translated : inWords(reasons[declineCode] ?? DECLINED);
}
