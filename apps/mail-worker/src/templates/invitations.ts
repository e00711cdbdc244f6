import type { InvitationContent, MailContents } from '@foyer/mail/mail-kinds';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { cleanName } from '../clean-name.ts';
import type { Action, Message, MessageContext } from '../message.ts';
import { eventInvitation } from './event-invitation.ts';
import { invitedWords } from './invited-words.ts';
import { teamInvitation } from './team-invitation.ts';

/** Several invitations in one mail: each with the words and the link that it would have had alone. */
export function invitations(
  { invitations: all }: MailContents['invitations'],
  context: MessageContext,
): Message {
  return {
    subject: `${all.length} invitations wait for you on ${context.productName}`,
    preview: [...new Set(all.map(({ inviterName }) => cleanName(inviterName, 'Somebody')))]
      .slice(0, 3)
      .join(', '),
    heading: `${all.length} invitations wait for you`,
    paragraphs: ['So that we do not write too often, here are all of your new invitations together.'],
    items: all.map((one) => itemOf(one, context)),
    notes: [
      `Each invitation is for you alone and works once, for ${INVITATION_LIFE_DAYS} days.`,
      'If you do not know a sender, leave the invitation alone.',
    ],
    why: context.t('You get this email because people invited you by this address.'),
  };
}

function itemOf(one: InvitationContent, context: MessageContext): { text: string; action: Action } {
  const name = one.kind === 'team' ? one.teamName : one.eventName;
  const { action } = one.kind === 'team' ? teamInvitation(one, context) : eventInvitation(one, context);
  return { text: invitedWords({ ...one, name }).sentence, action };
}
