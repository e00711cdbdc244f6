import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function planResumed(content: MailContents['plan-resumed'], context: LetterContext): Letter {
  const { name } = plans.pro;
  return {
    subject: `Your ${context.productName} ${name} plan goes on`,
    preview: 'Your cancellation was taken back.',
    heading: `${name} goes on`,
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `Your cancellation was taken back. ${name} goes on as before, and your card is charged again on ${dayInWords(content.nextChargeOn)}, tax added.`,
    ],
    action: { label: 'See your plan', url: context.link(pages.settingsBilling) },
    notes: [`If it was not you, write to ${context.supportEmail}.`],
  };
}
