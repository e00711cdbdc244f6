import { describe, expect, it } from '@jest/globals';
import { declineInWords } from './decline-reasons.ts';

const said = (message: string, declineCode?: string) =>
  declineInWords({ message, declineCode }, 'de', (text) =>
    text.startsWith('An error') ? text : `de: ${text}`,
  );
const provider = 'An error of the provider, in its English.';

describe('why a card was declined', () => {
  it('is in English what the card provider says', () => {
    expect(declineInWords({ message: provider, declineCode: 'expired_card' }, 'en', (text) => text)).toBe(
      provider,
    );
  });

  it.each([
    ['expired_card', 'de: Your card has expired. Use another card.'],
    ['a code of next year', 'de: Your card was declined. Use another card or contact your bank.'],
    [undefined, 'de: Your card was declined. Use another card or contact your bank.'],
  ])('is in other languages what the code %j means', (code, words) => {
    expect(said(provider, code)).toBe(words);
  });

  it('is translated as it is where we say it', () => {
    expect(said('Check your billing address.', 'address')).toBe('de: Check your billing address.');
  });
});
