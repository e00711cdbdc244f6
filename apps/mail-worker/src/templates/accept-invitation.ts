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
    preview: t('mails.acceptInvitation.preview', 'You have an account already.'),
    heading: t('mails.acceptInvitation.heading', 'Join {name}', { name }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.acceptInvitation.intro',
        '{sentence} You have an account already, so there is nothing to sign up for: log in and accept.',
        {
          sentence,
        },
      ),
      ...(kind === 'team'
        ? [
            t(
              'mails.acceptInvitation.switchingExplained',
              'You will see what switching teams means before you decide.',
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
        'If you do not know the sender, ignore this email: nothing changes unless you accept.',
      ),
    ],
    why: t(
      'mails.acceptInvitation.reason',
      'You get this email because this address was given where an invitation was shared.',
    ),
  };
};
