import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { linesOf, onlyOneIn } from './people-in-words.ts';

export const identitiesPending: Template<'identities-pending'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  const who = onlyOneIn(content);
  const isOne = who !== undefined;
  return {
    subject:
      who === undefined
        ? t('mails.identitiesPending.subject', 'Please say who they are in {team}', { team })
        : t('mails.identitiesPending.subjectNamed', 'Please say who {who} is in {team}', { who, team }),
    preview: t('mails.identitiesPending.preview', 'They wait until you have decided.'),
    heading: isOne
      ? t('mails.identitiesPending.heading', 'Is this the same person?')
      : t('mails.identitiesPending.headingMany', 'Are these the same people?'),
    firstName: content.firstName,
    paragraphs: [
      isOne
        ? t(
            'mails.identitiesPending.intro',
            "Your company's sign-in sent us someone with the address of a member of {team}, or with one that a person had until lately. We can't tell whether it's the same person:",
            { team },
          )
        : t(
            'mails.identitiesPending.introMany',
            "Your company's sign-in sent us people with addresses of members of {team}, or with ones that people had until lately. We can't tell whether they're the same people:",
            { team },
          ),
      { list: linesOf(content, t) },
      t(
        'mails.identitiesPending.whenThisHappens',
        'That happens when your company sets up its sign-in anew or gives its people new IDs, and when someone new gets the address of a person who left.',
      ),
      t(
        'mails.identitiesPending.untilDecided',
        'Only you can say which it is. Until then the account stays closed to them, and nobody gets into it by that mailbox.',
      ),
    ],
    action: {
      label: t('mails.identitiesPending.decide', 'Decide on your team page'),
      url: context.link(pages.settingsTeam),
    },
    notes: [
      t(
        'mails.writtenOncePerPerson',
        'We write once for each person, however often they try, and at most once an hour.',
      ),
    ],
    why: t('mails.reasonTeamOwner', 'You get this email because you own the team {team}.', { team }),
  };
};
