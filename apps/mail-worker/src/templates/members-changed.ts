import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const membersChanged: Template<'members-changed'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  const { people, moreCount } = content;
  const lines = people.map(({ name, email, what = 'joined' }) =>
    t(
      'mails.membersChanged.change',
      '{what, select, joined {{person} accepted your invitation.} left {{person} left the team.} other {{person} declined to own the team.}}',
      { what, person: personInWords(t, name, email) },
    ),
  );
  const [first] = people;
  const isOne = people.length === 1 && moreCount === 0 && first !== undefined;
  const heading = isOne
    ? t(
        'mails.membersChanged.changeHeading',
        '{what, select, joined {{person} accepted your invitation} left {{person} left the team} other {{person} declined to own the team}}',
        { what: first.what ?? 'joined', person: cleanName(first.name || first.email) },
      )
    : t(
        'mails.membersChanged.changesHeading',
        '{count, plural, one {# change in {team}} other {# changes in {team}}}',
        {
          count: people.length + moreCount,
          team,
        },
      );
  return {
    subject: isOne ? t('mails.membersChanged.subject', '{heading}: {team}', { heading, team }) : heading,
    preview: t('mails.membersChanged.preview', 'Who accepted an invitation, and who left.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t('mails.membersChanged.intro', 'This is new in your team {team}:', { team }),
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
    notes: [
      t('mails.membersChanged.howOften', 'We write at most once an hour, of all that happened meanwhile.'),
    ],
    why: t('mails.reasonTeamOwner', 'You get this email because you own the team {team}.', { team }),
  };
};
