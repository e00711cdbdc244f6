import type { MailContents } from '@foyer/mail/mail-kinds';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function passwordChanged(content: MailContents['password-changed'], context: LetterContext): Letter {
  return {
    subject: `Your ${context.productName} password was changed`,
    preview: 'You are now logged out everywhere.',
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      'The password of your account was changed and you were logged out everywhere.',
    ],
    notes: [`If it was not you, write to ${context.supportEmail} at once.`],
  };
}
