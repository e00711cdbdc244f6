import type { TeamReply } from '@foyer/contracts/teams/team';
import { t } from '../../words/t.ts';

export function moreSeatsHref(email: string, { name, seatLimit, taken }: TeamReply): string {
  const subject = t('teams.moreSeats.subject', 'More seats for {name}', { name });
  const body = [
    t(
      'teams.moreSeats.fullTeam',
      'Our team {name} has {seatLimit, plural, one {# seat, and it’s taken} other {# seats, and all are taken}}:',
      {
        name,
        seatLimit,
      },
    ),
    t(
      'teams.moreSeats.usage',
      '{members, plural, one {# member} other {# members}}, {invitations, plural, one {# invitation} other {# invitations}}.',
      taken,
    ),
    '',
    t('teams.moreSeats.wantedSeats', 'Number of seats we’d like: '),
  ].join('\r\n');
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
