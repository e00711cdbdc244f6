import { pages } from '@foyer/contracts/pages';
import { bareName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { invitedWords } from './invited-words.ts';

export const acceptInvitation: Template<'accept-invitation'> = (content, context) => {
  const { t } = context;
  const { kind } = content.invitedTo;
  const { name, sentence } = invitedWords(context, content.invitedTo);
  const page = kind === 'team' ? pages.switchTeam : pages.joinEvent;
  return {
    subject: t('mails.acceptInvitation.subject', 'Log in to join {name}', { name }),
    preview: t('mails.acceptInvitation.preview', 'You already have an account.'),
    heading: t('mails.acceptInvitation.heading', 'Join {name}', { name }),
    firstName: content.firstName,
    paragraphs: [
      sentence,
      t(
        'mails.acceptInvitation.intro',
        'You already have an account, so you don’t need to sign up. Log in to accept.',
      ),
      ...(kind === 'team'
        ? [
            t(
              'mails.acceptInvitation.switchingExplained',
              'You can review what changes before you switch teams.',
            ),
          ]
        : []),
    ],
    action: {
      label: t('mails.acceptInvitation.logIn', 'Log in to accept'),
      url: context.link(
        page.replace(':invitationCode', content.code),
        kind === 'event' ? { event_name: bareName(content.invitedTo.name) } : undefined,
      ),
    },
    notes: [
      t(
        'mails.acceptInvitation.unknownSender',
        'If you don’t know the person who invited you, ignore this email. Nothing changes unless you accept.',
      ),
    ],
    why: t(
      'mails.acceptInvitation.reason',
      'You’re receiving this email because someone tried to accept an invitation with this email address.',
    ),
  };
};
