import type { MailContents } from '@foyer/mail/mail-kinds';
import { DEFAULT_EVENT_NAME, INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { pages } from '@foyer/contracts/pages';
import { bareName, cleanName, personInWords } from '../clean-name.ts';
import type { MessageContext, MessageWithAction } from '../message.ts';

export function eventInvitation(
  content: MailContents['event-invitation'],
  context: MessageContext,
): MessageWithAction {
  const inviter = cleanName(content.inviterName, 'Somebody');
  const event = cleanName(content.eventName, DEFAULT_EVENT_NAME);
  return {
    subject: `${inviter} shared "${event}" with you`,
    preview: `Work together on ${event}.`,
    heading: event,
    paragraphs: [
      `${personInWords(content.inviterName, content.inviterEmail)} shared this event with you on ${context.productName}, so that you can work on it together.`,
    ],
    action: {
      label: 'Open the invitation',
      url: context.link(pages.joinEvent.replace(':invitationCode', content.code), {
        event_name: bareName(content.eventName, DEFAULT_EVENT_NAME),
      }),
    },
    notes: [
      `This invitation is for you alone and works once, for ${INVITATION_LIFE_DAYS} days.`,
      'If you do not know the sender, ignore this email.',
    ],
    why: context.t('You get this email because {inviter} shared an event with this address.', { inviter }),
  };
}
