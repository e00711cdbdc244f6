import { dollars } from '@foyer/catalog/money';
import { plans } from '@foyer/catalog/plans';
import type { KnownSession } from '@foyer/contracts/session';
import type { TeamReply } from '@foyer/contracts/team';
import { routes } from '../routes.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonAnchor } from '../ui/button.tsx';
import rows from '../ui/rows.module.css';
import styles from './home-page.module.css';

type HomeTeamProps = { session: KnownSession; name: string; team: TeamReply | undefined };

/** The visitor's team in short: its plan, and for the owner what it costs and how many seats are taken. */
export function HomeTeam({ session: { plan, isOwner }, name, team }: HomeTeamProps) {
  const owner = team?.members.find((member) => member.isOwner);
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
        {team?.isOwner && (
          <div>
            <dt>Seats</dt>
            <dd>{seatsOf(team)}</dd>
          </div>
        )}
        {owner && (
          <div>
            <dt>Owner</dt>
            <dd>{owner.isYou ? 'You' : owner.name}</dd>
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

function seatsOf({ members, invitations, seatLimit }: TeamReply): string {
  const used = members.length + invitations.length;
  return used < seatLimit ? `${used} of ${seatLimit} used` : `All ${seatLimit} used`;
}
