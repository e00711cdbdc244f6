import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { bareName, cleanName, personInWords } from '../clean-name.ts';
import type { MessageWithAction, Template } from '../message.ts';

export const eventInvitation: Template<'event-invitation', MessageWithAction> = (content, context) => {
  const { t, productName } = context;
  const { inviterName, inviterEmail } = content;
  const event = cleanName(content.eventName);
  return {
    subject: t('mails.eventInvitation.subject', '{inviter} shared “{event}” with you', {
      inviter: cleanName(inviterName || inviterEmail),
      event,
    }),
    preview: t('mails.eventInvitation.preview', 'Work together on {event}.', { event }),
    heading: event,
    paragraphs: [
      t(
        'mails.eventInvitation.intro',
        '{inviter} shared this event with you on {productName} so you can work on it together.',
        { inviter: personInWords(t, inviterName, inviterEmail), productName },
      ),
    ],
    action: {
      label: t('mails.eventInvitation.openInvitation', 'Open the invitation'),
      url: context.link(pages.joinEvent.replace(':invitationCode', content.code), {
        event_name: bareName(content.eventName),
      }),
    },
    notes: [
      t(
        'mails.invitationLifetime',
        'This invitation is only for you. It works once and expires in {days, plural, one {# day} other {# days}}.',
        { days: INVITATION_LIFE_DAYS },
      ),
      t('mails.unknownSender', 'If you don’t know the person who invited you, ignore this email.'),
    ],
    why: t(
      'mails.eventInvitation.reason',
      'You’re receiving this email because an event was shared with you.',
    ),
  };
};
