import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function welcome(content: MailContents['welcome'], context: MessageContext): Message {
  return {
    subject: `Welcome to ${context.productName}`,
    preview: 'Your account is ready.',
    heading: `Welcome, ${cleanName(content.firstName, 'friend')}!`,
    paragraphs: ['Your account is ready. Make your first event and start placing tables.'],
    action: { label: 'Log in', url: context.link(pages.login) },
    notes: [],
    why: context.t('You get this email because you created an account with this address.'),
  };
}
