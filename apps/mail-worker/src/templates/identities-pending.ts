import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { countOf, linesOf } from './people-in-words.ts';

export const identitiesPending: Template<'identities-pending'> = (content, context) => {
  const { t } = context;
  const count = countOf(content);
  const isOne = count === 1;
  return {
    subject: isOne
      ? t('mails.identitiesPending.subjectOne', 'Someone is waiting for you to confirm who they are')
      : t('mails.identitiesPending.subject', 'People are waiting for you to confirm who they are'),
    preview: t('mails.identitiesPending.preview', 'They can’t sign in until you decide.'),
    heading: isOne
      ? t('mails.identitiesPending.heading', 'Is this the same person?')
      : t('mails.identitiesPending.headingMany', 'Are these the same people?'),
    firstName: content.firstName,
    paragraphs: [
      isOne
        ? t(
            'mails.identitiesPending.intro',
            'Someone tried to sign in with your company, but their email address belongs to an existing account, or did until recently. We can’t tell whether the account is theirs:',
          )
        : t(
            'mails.identitiesPending.introMany',
            'Some people tried to sign in with your company, but their email addresses belong to existing accounts, or did until recently. We can’t tell whether the accounts are theirs:',
          ),
      { list: linesOf(content, t) },
      t(
        'mails.identitiesPending.whenThisHappens',
        'This happens when your company sets up its sign-in again or gives people new IDs, or when someone gets the email address of a person who left.',
      ),
      t(
        'mails.identitiesPending.untilDecided',
        '{count, plural, one {Until you decide, this person can’t sign in with your company, and the account’s password can’t be reset by email.} other {Until you decide, these people can’t sign in with your company, and the accounts’ passwords can’t be reset by email.}}',
        { count },
      ),
    ],
    action: {
      label: t('mails.identitiesPending.decide', 'Review on your team page'),
      url: context.link(pages.settingsTeam),
    },
    notes: [t('mails.writtenOncePerPerson', 'We email you once for each person, and at most once an hour.')],
    why: t('mails.reasonTeamOwner', 'You’re receiving this email because you own the team.'),
  };
};
