import { dollars } from '@foyer/catalog/money';
import { plans } from '@foyer/catalog/plans';
import type { KnownSession } from '@foyer/contracts/session';
import type { TeamReply } from '@foyer/contracts/team';
import { takenOf } from '../features/team/seats.tsx';
import { routes } from '../routes.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonAnchor } from '../ui/button.tsx';
import rows from '../ui/rows.module.css';
import styles from './home-page.module.css';

type HomeTeamProps = { session: KnownSession; name: string; team: TeamReply | undefined };

/** The visitor's team in short: its plan, how many seats are taken, whose it is, and for the owner what it costs. */
export function HomeTeam({ session: { plan, isOwner }, name, team }: HomeTeamProps) {
  return (
    <section className={styles.team} aria-label="Your team">
      <h2 className={styles.title}>{name}</h2>
      <dl className={rows.rows}>
        {plan && (
          <div>
            <dt>Plan</dt>
            <dd>
              <Badge kind={plan === 'pro' ? 'good' : 'plain'}>{plans[plan].name}</Badge>
            </dd>
          </div>
        )}
        {plan && isOwner && (
          <div>
            <dt>Price</dt>
            <dd>{dollars(plans[plan].monthlyPriceCents)} per month</dd>
          </div>
        )}
        {team && (
          <div>
            <dt>Seats</dt>
            <dd>{takenIn(team)}</dd>
          </div>
        )}
        {team?.ownerName && (
          <div>
            <dt>Owner</dt>
            <dd>{team.isOwner ? 'You' : team.ownerName}</dd>
          </div>
        )}
      </dl>
      {plan === 'free' && isOwner && (
        <ButtonAnchor href={routes.proUpgrade} variant="secondary" isWide>
          Upgrade to {plans.pro.name}
        </ButtonAnchor>
      )}
    </section>
  );
}

function takenIn(team: TeamReply): string {
  const { members, invitations } = takenOf(team);
  return `${members + invitations} of ${team.seatLimit} taken`;
}
