import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const membersChanged: Template<'members-changed'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName, t('your team'));
  const { people, moreCount } = content;
  const lines = people.map(({ name, email, what = 'joined' }) =>
    t(
      '{what, select, joined {{person} accepted your invitation.} left {{person} left the team.} other {{person} declined to own the team.}}',
      { what, person: personInWords(t, name, email) },
    ),
  );
  const [first] = people;
  const isOne = people.length === 1 && moreCount === 0 && first !== undefined;
  const heading = isOne
    ? t(
        '{what, select, joined {{person} accepted your invitation} left {{person} left the team} other {{person} declined to own the team}}',
        { what: first.what ?? 'joined', person: cleanName(first.name, t('Somebody')) },
      )
    : t('{count, plural, one {# change in {team}} other {# changes in {team}}}', {
        count: people.length + moreCount,
        team,
      });
  return {
    subject: isOne ? t('{heading}: {team}', { heading, team }) : heading,
    preview: t('Who accepted an invitation, and who left.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t('This is new in your team {team}:', { team }),
      { list: [...lines, ...(moreCount > 0 ? [t('And {count, number} more.', { count: moreCount })] : [])] },
    ],
    action: { label: t('See your team'), url: context.link(pages.settingsTeam) },
    notes: [t('We write at most once an hour, of all that happened meanwhile.')],
    why: t('You get this email because you own the team {team}.', { team }),
  };
};
