import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function seatRequested(content: MailContents['seat-requested'], context: MessageContext): Message {
  const requester = cleanName(content.requesterName, 'Somebody');
  const team = cleanName(content.teamName, 'your team');
  return {
    subject: `${requester} needs a seat in ${team}`,
    preview: 'Every seat of your team is taken.',
    heading: `${requester} needs a seat in ${team}`,
    firstName: content.firstName,
    paragraphs: [
      `${personInWords(content.requesterName, content.requesterEmail)} came through your company's sign-in, but every seat of ${team} is taken.`,
      `Your team page says how to get more seats. Then ask ${requester} to sign in again.`,
    ],
    action: { label: 'See your team', url: context.link(pages.settingsTeam) },
    notes: ['We write once for each person, however often they try.'],
    why: context.t('You get this email because you own the team {team}.', { team }),
  };
}
