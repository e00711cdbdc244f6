import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { linkLifeInWords } from '@foyer/contracts/password';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function resetPassword(content: MailContents['reset-password'], context: LetterContext): Letter {
  return {
    subject: `Reset your ${context.productName} password`,
    preview: 'Choose a new password.',
    heading: 'Reset your password',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      'You asked to reset your password. Choose a new one here:',
    ],
    action: {
      label: 'Choose a new password',
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      `This link works once, for ${linkLifeInWords('reset_password')}. It logs you out everywhere.`,
      'If you did not ask, ignore this email: your password stays as it is.',
    ],
  };
}
