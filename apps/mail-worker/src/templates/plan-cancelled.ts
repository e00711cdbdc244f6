import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';
import { afterPro } from './after-pro.ts';

export function planCancelled(content: MailContents['plan-cancelled'], context: MessageContext): Message {
  const { name } = plans.pro;
  const day = dayInWords(content.endsOn);
  return {
    subject: `Your ${context.productName} ${name} plan ends on ${day}`,
    preview: 'Your cancellation is noted.',
    heading: `${name} ends on ${day}`,
    firstName: content.firstName,
    paragraphs: [
      `Your cancellation is noted. ${name} is yours until ${day}, and your card is not charged again.`,
      afterPro(content.endsAs, 'then'),
    ],
    action: { label: `Keep ${name}`, url: context.link(pages.settingsBilling) },
    notes: [
      `You can take the cancellation back until ${day}. If it was not you, write to ${context.supportEmail}.`,
    ],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
