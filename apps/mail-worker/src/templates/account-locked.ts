import type { MailContents } from '@foyer/mail/mail-kinds';
import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/login';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function accountLocked(content: MailContents['account-locked'], context: MessageContext): Message {
  return {
    subject: `Your ${context.productName} account is locked for a while`,
    preview: 'Somebody entered a wrong password several times.',
    heading: 'Your account is locked for a while',
    firstName: content.firstName,
    paragraphs: [
      `Somebody, perhaps you, entered a wrong password for your account several times. To keep it safe, no password is accepted for ${LOGIN_LOCKOUT_MS / 60_000} minutes where that happened. In the other browsers you have used before, you can log in as always. If it was you, you can choose a new password at once:`,
    ],
    action: { label: 'Reset your password', url: context.link(pages.forgotPassword) },
    notes: ['If it was not you, you need not do anything: they did not get in.'],
    why: context.t('You get this email because somebody entered wrong passwords for your account.'),
  };
}
