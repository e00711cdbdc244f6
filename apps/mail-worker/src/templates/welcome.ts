import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function welcome(content: MailContents['welcome'], context: MessageContext): Message {
  const { t, productName } = context;
  return {
    subject: t('Welcome to {productName}', { productName }),
    preview: t('Your account is ready.'),
    heading: t('Welcome, {name}!', { name: cleanName(content.firstName, t('friend')) }),
    paragraphs: [t('Your account is ready. Make your first event and start placing tables.')],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [],
    why: t('You get this email because you created an account with this address.'),
  };
}
