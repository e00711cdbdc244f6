import { describe, expect, it } from '@jest/globals';
import { declineInWords } from './decline-reasons.ts';

const said = (message: string, declineCode?: string) =>
  declineInWords({ message, declineCode }, 'de', (text) =>
    text.startsWith('An error') ? text : `de: ${text}`,
  );
const provider = 'An error of the provider, in its English.';

describe('the reason of a declined card', () => {
  it('is the card provider’s message in English', () => {
    expect(declineInWords({ message: provider, declineCode: 'expired_card' }, 'en', (text) => text)).toBe(
      provider,
    );
  });

  it.each([
    ['expired_card', 'de: Your card has expired. Use another card.'],
    ['a code of next year', 'de: Your card was declined. Use another card or contact your bank.'],
    [undefined, 'de: Your card was declined. Use another card or contact your bank.'],
  ])('is the translated meaning of the code %j in other languages', (code, words) => {
    expect(said(provider, code)).toBe(words);
  });

  it('is translated unchanged if the portal wrote it', () => {
    expect(said('Check your billing address.', 'address')).toBe('de: Check your billing address.');
  });
});
