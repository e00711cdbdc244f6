import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function planResumed(content: MailContents['plan-resumed'], context: MessageContext): Message {
  const { name } = plans.pro;
  return {
    subject: `Your ${context.productName} ${name} plan goes on`,
    preview: 'Your cancellation was taken back.',
    heading: `${name} goes on`,
    firstName: content.firstName,
    paragraphs: [
      `Your cancellation was taken back. ${name} goes on as before, and your card is charged again on ${dayInWords(content.nextChargeOn)}, tax added.`,
    ],
    action: { label: 'See your plan', url: context.link(pages.settingsBilling) },
    notes: [`If it was not you, write to ${context.supportEmail}.`],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
