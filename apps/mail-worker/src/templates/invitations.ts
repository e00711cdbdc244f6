import { inList } from '@foyer/catalog/words/join';
import type { InvitationContent } from '@foyer/mail/mail-kinds';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { cleanName } from '../clean-name.ts';
import type { Action, MessageContext, Template } from '../message.ts';
import { eventInvitation } from './event-invitation.ts';
import { invitedWords } from './invited-words.ts';
import { teamInvitation } from './team-invitation.ts';

export const invitations: Template<'invitations'> = ({ invitations: all }, context) => {
  const { t, language, productName } = context;
  return {
    subject: t(
      'mails.invitations.subject',
      '{count, plural, one {You have # invitation on {productName}} other {You have # invitations on {productName}}}',
      { count: all.length, productName },
    ),
    preview: inList(
      [...new Set(all.map(({ inviterName, inviterEmail }) => cleanName(inviterName || inviterEmail)))].slice(
        0,
        3,
      ),
      language,
    ),
    heading: t(
      'mails.invitations.heading',
      '{count, plural, one {You have # invitation} other {You have # invitations}}',
      {
        count: all.length,
      },
    ),
    paragraphs: [t('mails.invitations.intro', 'Here are all your new invitations in one email.')],
    items: all.map((one) => itemOf(one, context)),
    notes: [
      t(
        'mails.invitations.invitationLifetime',
        'Each invitation is only for you. It works once and expires in {days, plural, one {# day} other {# days}}.',
        {
          days: INVITATION_LIFE_DAYS,
        },
      ),
      t(
        'mails.invitations.unknownSender',
        'If you don’t know the person who invited you, ignore the invitation.',
      ),
    ],
    why: t(
      'mails.invitations.reason',
      'You’re receiving this email because people sent invitations to this email address.',
    ),
  };
};

function itemOf(one: InvitationContent, context: MessageContext): { text: string; action: Action } {
  const name = one.kind === 'team' ? one.teamName : one.eventName;
  const { action } = one.kind === 'team' ? teamInvitation(one, context) : eventInvitation(one, context);
  return { text: invitedWords(context, { ...one, name }).sentence, action };
}
