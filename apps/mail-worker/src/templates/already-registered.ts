import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { linkLifeInWords } from '@foyer/contracts/password';
import type { Message, MessageContext } from '../message.ts';

export function alreadyRegistered(
  content: MailContents['already-registered'],
  context: MessageContext,
): Message {
  return {
    subject: `You already have a ${context.productName} account`,
    preview: 'Somebody tried to sign up with your email address.',
    heading: 'You already have an account',
    firstName: content.firstName,
    paragraphs: [
      {
        text: 'Somebody, perhaps you, tried to sign up with this email address. It already has an account, so nothing was changed.',
        link: { label: 'Log in', url: context.link(pages.login) },
      },
      'Forgot your password? Choose a new one here:',
    ],
    action: {
      label: 'Choose a new password',
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      `This link works once, for ${linkLifeInWords('reset_password')}.`,
      'If it was not you, you need not do anything: your account and password stay as they are.',
    ],
    why: context.t('You get this email because somebody signed up with this address.'),
  };
}
