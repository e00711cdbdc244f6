import type { MailContents } from '@foyer/mail/mail-kinds';
import { linkLifeInWords } from '@foyer/contracts/password';
import { pages } from '@foyer/contracts/pages';
import { invitedWords } from './invited-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function verifyEmail(content: MailContents['verify-email'], context: MessageContext): Message {
  const invited = content.invitedTo && invitedWords(content.invitedTo);
  return {
    subject: invited
      ? `Verify your email to join ${invited.name}`
      : `Verify your email for ${context.productName}`,
    preview: 'One step left: choose a password.',
    heading: 'Verify your email',
    firstName: content.firstName,
    paragraphs: [
      invited
        ? `${invited.sentence} Choose a password to verify your email, create your account and accept.`
        : 'Thanks for signing up. Choose a password to verify your email and create your account.',
    ],
    action: {
      label: 'Verify and choose a password',
      url: context.link(pages.resetPassword, { resetToken: content.resetToken, plan: content.plan }),
    },
    notes: [
      `This link works once, for ${linkLifeInWords('create_password')}.`,
      'If you did not sign up, ignore this email: nothing is created without your password.',
    ],
    why: `somebody signed up for ${context.productName} with this address`,
  };
}
