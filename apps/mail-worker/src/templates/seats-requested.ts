import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';
import { linesOf, whoIn } from './people-in-words.ts';

export function seatsRequested(content: MailContents['seats-requested'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  const who = whoIn(content);
  const isOne = content.people.length + content.moreCount === 1;
  const heading = `${who} ${isOne ? 'needs a seat' : 'need seats'} in ${team}`;
  return {
    subject: heading,
    preview: "They came through your company's sign-in.",
    heading,
    firstName: content.firstName,
    paragraphs: [
      `${isOne ? 'This person' : 'These people'} came through your company's sign-in and could not be let in to ${team}:`,
      { list: linesOf(content) },
      'Your team page says how to get more seats. Then ask them to sign in again.',
      'Who has an account of their own already needs an invitation as well: your team page says who.',
    ],
    action: { label: 'See your team', url: context.link(pages.settingsTeam) },
    notes: ['We write once for each person, however often they try, and at most once an hour.'],
    why: context.t('You get this email because you own the team {team}.', { team }),
  };
}
