import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';
import { linesOf, whoIn } from './people-in-words.ts';

export function identitiesPending(
  content: MailContents['identities-pending'],
  context: MessageContext,
): Message {
  const team = cleanName(content.teamName, 'your team');
  const isOne = content.people.length + content.moreCount === 1;
  return {
    subject: `Please say who ${isOne ? whoIn(content) : 'they'} ${isOne ? 'is' : 'are'} in ${team}`,
    preview: 'They wait until you have decided.',
    heading: isOne ? 'Is this the same person?' : 'Are these the same people?',
    firstName: content.firstName,
    paragraphs: [
      `Your company's sign-in sent us ${isOne ? 'somebody' : 'people'} with the address of a member of ${team}, but under another ID than before:`,
      { list: linesOf(content) },
      'That happens when your company gives its people new IDs, and when somebody new gets the address of a person who left.',
      'Only you can say which it is. Until then the account stays closed to them, and no link to a new password is sent to that address.',
    ],
    action: { label: 'Decide on your team page', url: context.link(pages.settingsTeam) },
    notes: ['We write once for each person, however often they try, and at most once an hour.'],
    why: context.t('You get this email because you own the team {team}.', { team }),
  };
}
