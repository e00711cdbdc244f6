import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function welcome(content: MailContents['welcome'], context: LetterContext): Letter {
  return {
    subject: `Welcome to ${context.productName}`,
    preview: 'Your account is ready.',
    heading: `Welcome, ${cleanName(content.firstName, 'friend')}!`,
    paragraphs: ['Your account is ready. Make your first event and start placing tables.'],
    action: { label: 'Log in', url: context.link(pages.login) },
    notes: [],
  };
}
