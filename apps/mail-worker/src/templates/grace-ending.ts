import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';
import { afterPro } from './after-pro.ts';

export function graceEnding(content: MailContents['grace-ending'], context: MessageContext): Message {
  const { name } = plans.pro;
  const day = dayInWords(content.endsOn);
  return {
    subject: `${context.productName} ${name} ends on ${day} unless it is paid`,
    preview: 'Your last payment is still open.',
    heading: `${name} ends on ${day}`,
    firstName: content.firstName,
    paragraphs: [
      `Your last payment for ${name} has not gone through. Unless it is paid before, ${name} ends on ${day}.`,
      afterPro(content.endsAs, 'then'),
    ],
    action: { label: 'Check your card', url: context.link(pages.settingsBilling) },
    notes: ['A card that you add now is tried at once.'],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
