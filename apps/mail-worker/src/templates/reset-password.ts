import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { linkLifeInWords } from '@foyer/contracts/password';
import type { Message, MessageContext } from '../message.ts';

export function resetPassword(content: MailContents['reset-password'], context: MessageContext): Message {
  return {
    subject: `Reset your ${context.productName} password`,
    preview: 'Choose a new password.',
    heading: 'Reset your password',
    firstName: content.firstName,
    paragraphs: ['You asked to reset your password. Choose a new one here:'],
    action: {
      label: 'Choose a new password',
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      `This link works once, for ${linkLifeInWords('reset_password')}. It logs you out everywhere.`,
      'If you did not ask, ignore this email: your password stays as it is.',
    ],
    why: context.t('You get this email because somebody asked for a new password with this address.'),
  };
}
