import type { MailContents } from '@foyer/mail/mail-kinds';
import { cardName } from '@foyer/catalog/card-brands';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { monthInWords } from '../in-words.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function cardExpiring(content: MailContents['card-expiring'], context: LetterContext): Letter {
  const { brand, last4, month, year } = content;
  const { name } = plans.pro;
  const end = monthInWords(year, month);
  return {
    subject: `Your card for ${context.productName} ${name} expires at the end of ${end}`,
    preview: 'Add another one before then.',
    heading: `Your card expires at the end of ${end}`,
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `${cardName({ brand, last4 })}, which pays for ${name}, expires at the end of ${end}. Add another one before then, so that ${name} goes on.`,
    ],
    action: { label: 'Replace the card', url: context.link(pages.settingsBilling) },
    notes: ['If your bank renews the card by itself, there may be nothing to do: see what your plan says.'],
  };
}
