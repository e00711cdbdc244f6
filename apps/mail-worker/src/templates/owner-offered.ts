import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function ownerOffered(content: MailContents['owner-offered'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  const owner = cleanName(content.ownerName, 'Its owner');
  return {
    subject: `${owner} offers you the team ${team}`,
    preview: 'Nothing changes unless you accept.',
    heading: `Will you own ${team}?`,
    firstName: content.firstName,
    paragraphs: [
      `${owner} offers you the team ${team} on ${context.productName}. As its owner you decide who is in it, and you look after its plan and pay for it.`,
      'Nothing changes unless you accept. Log in to see what you would take over.',
    ],
    action: { label: 'See the offer', url: context.link(pages.settingsTeam) },
    notes: [`The offer stands until ${dayInWords(content.expiresOn)}, unless it is withdrawn before.`],
    why: context.t('You get this email because {owner} chose you.', { owner }),
  };
}
