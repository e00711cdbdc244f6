import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function switchedTeam(content: MailContents['switched-team'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your new team');
  return {
    subject: `You joined ${team}`,
    preview: 'You were logged out everywhere.',
    heading: `You joined ${team}`,
    firstName: content.firstName,
    paragraphs: [
      `You are a member of ${team} now. The events and diagrams of your former team are no longer open to you; events you collaborate on still are. You were logged out everywhere.`,
    ],
    action: { label: 'Log in', url: context.link(pages.login) },
    notes: [`If it was not you, write to ${context.supportEmail} at once.`],
    why: context.t('You get this email because you changed teams.'),
  };
}
