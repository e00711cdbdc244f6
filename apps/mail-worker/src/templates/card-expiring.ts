import type { MailContents } from '@foyer/mail/mail-kinds';
import { cardName } from '@foyer/catalog/card-brands';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { monthInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function cardExpiring(content: MailContents['card-expiring'], context: MessageContext): Message {
  const { brand, last4, month, year } = content;
  const { name } = plans.pro;
  const end = monthInWords(year, month);
  return {
    subject: `Your card for ${context.productName} ${name} expires at the end of ${end}`,
    preview: 'Add another one before then.',
    heading: `Your card expires at the end of ${end}`,
    firstName: content.firstName,
    paragraphs: [
      `${cardName({ brand, last4 })}, which pays for ${name}, expires at the end of ${end}. Add another one before then, so that ${name} goes on.`,
    ],
    action: { label: 'Replace the card', url: context.link(pages.settingsBilling) },
    notes: ['If your bank renews the card by itself, there may be nothing to do: see what your plan says.'],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
