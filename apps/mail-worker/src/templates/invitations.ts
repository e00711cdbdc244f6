import { inList } from '@foyer/catalog/words/join';
import type { InvitationContent } from '@foyer/mail/mail-kinds';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { cleanName } from '../clean-name.ts';
import type { Action, MessageContext, Template } from '../message.ts';
import { eventInvitation } from './event-invitation.ts';
import { invitedWords } from './invited-words.ts';
import { teamInvitation } from './team-invitation.ts';

/** Several invitations in one mail, each with the text and link of its own mail. */
export const invitations: Template<'invitations'> = ({ invitations: all }, context) => {
  const { t, language, productName } = context;
  return {
    subject: t(
      'mails.invitations.subject',
      '{count, plural, one {# invitation waits for you on {productName}} other {# invitations wait for you on {productName}}}',
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
      '{count, plural, one {# invitation waits for you} other {# invitations wait for you}}',
      {
        count: all.length,
      },
    ),
    paragraphs: [
      t(
        'mails.invitations.intro',
        'So that we do not write too often, here are all of your new invitations together.',
      ),
    ],
    items: all.map((one) => itemOf(one, context)),
    notes: [
      t(
        'mails.invitations.invitationLifetime',
        'Each invitation is for you alone and works once, for {days, plural, one {# day} other {# days}}.',
        {
          days: INVITATION_LIFE_DAYS,
        },
      ),
      t('mails.invitations.unknownSender', 'If you do not know a sender, leave the invitation alone.'),
    ],
    why: t('mails.invitations.reason', 'You get this email because people invited you by this address.'),
  };
};

function itemOf(one: InvitationContent, context: MessageContext): { text: string; action: Action } {
  const name = one.kind === 'team' ? one.teamName : one.eventName;
  const { action } = one.kind === 'team' ? teamInvitation(one, context) : eventInvitation(one, context);
  return { text: invitedWords(context, { ...one, name }).sentence, action };
}
