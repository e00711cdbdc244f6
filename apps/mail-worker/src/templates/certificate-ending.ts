import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function certificateEnding(
  content: MailContents['certificate-ending'],
  context: MessageContext,
): Message {
  const day = dayInWords(content.endsOn);
  return {
    subject: `A certificate of your company sign-in ends on ${day}`,
    preview: 'Exchange it in time, so that your people can go on signing in.',
    heading: 'A certificate of your company sign-in is ending',
    firstName: content.firstName,
    paragraphs: [
      `A certificate of ${content.identityProvider} ends on ${day}. Exchange it before that day, so that your people can go on signing in to ${context.productName}.`,
      `Ask whoever looks after ${content.identityProvider} for a new certificate, and send its metadata to ${context.supportEmail}. Both certificates can be known to us at once, so nobody is kept out meanwhile.`,
    ],
    action: { label: 'See your company sign-in', url: context.link(pages.settingsSso) },
    notes: [],
    why: context.t('You get this email because your team signs in through your company.'),
  };
}
