import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function removed(content: MailContents['removed'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  return {
    subject: `You are no longer in the team ${team}`,
    preview: 'Your account stays, with a team of your own.',
    heading: `You are no longer in ${team}`,
    firstName: content.firstName,
    paragraphs: [
      `The owner of ${team} took you out of it. Its events and diagrams are no longer open to you, and you were logged out everywhere.`,
      `Your account stays: you have a team of your own now, on the ${plans.free.name}, and events you collaborate on are still open to you.`,
    ],
    action: { label: 'Log in', url: context.link(pages.login) },
    notes: ['If you think this is a mistake, ask the owner of the team.'],
    why: context.t('You get this email because you were a member of {team}.', { team }),
  };
}
