import type { KnownSession } from '@foyer/contracts/identity/session';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { routes } from '../../routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonAnchor } from '../../ui/button.tsx';
import rows from '../../ui/rows.module.css';
import { planName } from '../../words/plan-features.ts';
import { t } from '../../words/t.ts';
import styles from './home-page.module.css';

type HomeTeamProps = { session: KnownSession; name: string; team: TeamReply | undefined };

export function HomeTeam({ session: { plan, isOwner }, name, team }: HomeTeamProps) {
  return (
    <section className={styles.team} aria-label={t('account.homeTeam.title', 'Your team')}>
      <h2 className={styles.title}>
        <bdi>{name}</bdi>
      </h2>
      <dl className={rows.rows}>
        {plan && (
          <div>
            <dt>{t('common.plan', 'Plan')}</dt>
            <dd>
              <Badge kind={plan === 'pro' ? 'good' : 'plain'}>{planName(plan)}</Badge>
            </dd>
          </div>
        )}
        {team && (
          <div>
            <dt>{t('account.homeTeam.seatsLabel', 'Seats')}</dt>
            <dd>{takenIn(team)}</dd>
          </div>
        )}
        {team?.ownerName && (
          <div>
            <dt>{t('common.owner', 'Owner')}</dt>
            <dd>
              {team.isOwner
                ? t('account.homeTeam.owner', 'You ## are the owner of the team')
                : team.ownerName}
            </dd>
          </div>
        )}
      </dl>
      {plan === 'free' && isOwner && (
        <ButtonAnchor href={routes.proUpgrade} variant="secondary" isWide>
          {t('common.upgradeToPro', 'Upgrade to PRO')}
        </ButtonAnchor>
      )}
    </section>
  );
}

function takenIn({ taken, seatLimit }: TeamReply): string {
  return t('account.homeTeam.seatsTaken', '{taken, number} of {count, number} taken ## seats', {
    taken: taken.members + taken.invitations,
    count: seatLimit,
  });
}
