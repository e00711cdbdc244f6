import type { MailContents, MemberChange } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

const said: Record<MemberChange, string> = {
  joined: 'accepted your invitation',
  left: 'left the team',
  declined: 'declined to own the team',
};

export function membersChanged(content: MailContents['members-changed'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  const { people, moreCount } = content;
  const lines = people.map(
    ({ name, email, what = 'joined' }) => `${personInWords(name, email)} ${said[what]}.`,
  );
  const [first] = people;
  const isOne = people.length === 1 && moreCount === 0 && first !== undefined;
  const heading = isOne
    ? `${cleanName(first.name, 'Somebody')} ${said[first.what ?? 'joined']}`
    : `${people.length + moreCount} changes in ${team}`;
  return {
    subject: isOne ? `${heading}: ${team}` : heading,
    preview: 'Who accepted an invitation, and who left.',
    heading,
    firstName: content.firstName,
    paragraphs: [
      `This is new in your team ${team}:`,
      { list: [...lines, ...(moreCount > 0 ? [`And ${moreCount} more.`] : [])] },
    ],
    action: { label: 'See your team', url: context.link(pages.settingsTeam) },
    notes: ['We write at most once an hour, of all that happened meanwhile.'],
    why: context.t('You get this email because you own the team {team}.', { team }),
  };
}
