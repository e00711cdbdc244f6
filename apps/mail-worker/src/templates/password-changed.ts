import type { MailContents } from '@foyer/mail/mail-kinds';
import type { Message, MessageContext } from '../message.ts';

export function passwordChanged(content: MailContents['password-changed'], context: MessageContext): Message {
  return {
    subject: `Your ${context.productName} password was changed`,
    preview: 'You are now logged out everywhere.',
    heading: 'Your password was changed',
    firstName: content.firstName,
    paragraphs: ['The password of your account was changed and you were logged out everywhere.'],
    notes: [`If it was not you, write to ${context.supportEmail} at once.`],
    why: context.t('You get this email because the password of your account was changed.'),
  };
}
