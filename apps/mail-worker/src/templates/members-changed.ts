import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { countOf } from './people-in-words.ts';

export const membersChanged: Template<'members-changed'> = (content, context) => {
  const { t } = context;
  const { people, moreCount } = content;
  const count = countOf(content);
  const lines = people.map(({ name, email, what = 'joined' }) =>
    t(
      'mails.membersChanged.change',
      '{what, select, joined {{person} accepted your invitation.} left {{person} left the team.} other {{person} declined to become the owner.}}',
      { what, person: personInWords(t, name, email) },
    ),
  );
  const [first] = people;
  const heading =
    first && count === 1
      ? t(
          'mails.membersChanged.changeHeading',
          '{what, select, joined {{person} accepted your invitation} left {{person} left the team} other {{person} declined to become the owner}}',
          { what: first.what ?? 'joined', person: cleanName(first.name || first.email) },
        )
      : t(
          'mails.membersChanged.changesHeading',
          '{count, plural, one {# change to your team} other {# changes to your team}}',
          { count },
        );
  return {
    subject: heading,
    preview: t('mails.membersChanged.preview', 'See what changed on your team.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t('mails.membersChanged.intro', 'Here’s what changed on your team:'),
      {
        list: [
          ...lines,
          ...(moreCount > 0
            ? [t('mails.membersChanged.more', 'And {count, number} more.', { count: moreCount })]
            : []),
        ],
      },
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [t('mails.membersChanged.howOften', 'We send these updates at most once an hour.')],
    why: t('mails.reasonTeamOwner', 'You’re receiving this email because you own the team.'),
  };
};
