import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';
import { invitedWords } from './invited-words.ts';

export function acceptInvitation(content: MailContents['accept-invitation'], context: LetterContext): Letter {
  const { kind } = content.invitedTo;
  const { name, sentence } = invitedWords(content.invitedTo);
  const page = kind === 'team' ? pages.switchTeam : pages.joinEvent;
  return {
    subject: `Log in to join ${name}`,
    preview: 'You have an account already.',
    heading: `Join ${name}`,
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `${sentence} You have an account already, so there is nothing to sign up for: log in and accept.`,
      ...(kind === 'team' ? ['You will see what switching teams means before you decide.'] : []),
    ],
    action: {
      label: 'Log in to accept',
      url: context.link(
        page.replace(':invitationCode', content.code),
        kind === 'event' ? { event_name: name } : undefined,
      ),
    },
    notes: ['If you do not know the sender, ignore this email: nothing changes unless you accept.'],
  };
}
