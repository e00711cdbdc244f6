import { plans } from '@foyer/catalog/plans';
import { stateOf } from '@foyer/catalog/subscription-states';
import type { TeamReply } from '@foyer/contracts/teams/team';
import { dollars, longDate, shortSum } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { RowButton } from './row-button.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type Offer = NonNullable<TeamReply['offer']>;
type OwnerOfferProps = {
  offer: Offer;
  busyWith: TeamChange | undefined;
  onAsk(change: TeamChange): void;
  onMake(change: TeamChange): void;
};

/** An open ownership offer: the member can accept it, the owner can withdraw it. */
export function OwnerOffer({ offer, busyWith, onAsk, onMake }: OwnerOfferProps) {
  const { memberId: id, memberName, ownerName, expiresAt, isToYou } = offer;
  const until = longDate(expiresAt);
  return (
    <section aria-labelledby="owner-offer">
      <h2 id="owner-offer" className={styles.title}>
        {isToYou
          ? t('teams.ownerOffer.offeredToYou', '{ownerName} offers you this team', { ownerName })
          : t('teams.ownerOffer.youOffered', 'You offered this team to {memberName}', { memberName })}
      </h2>
      <div className={styles.offer}>
        {isToYou ? (
          <>
            <p>
              {t(
                'teams.ownerOffer.ownerDuties',
                'As its owner you decide who is in the team, and you look after its plan and pay for it.',
              )}
            </p>
            <p>{billText(offer)}</p>
            <p className={styles.note}>
              {t(
                'teams.ownerOffer.unchangedUntilAccepted',
                'Nothing changes unless you accept. The offer stands until {until}.',
                { until },
              )}
            </p>
            <div className={styles.answers}>
              <RowButton
                variant="primary"
                change={{ kind: 'acceptOffer', id, who: ownerName }}
                onPress={onAsk}
              >
                {t('teams.acceptButton', 'Accept the team')}
              </RowButton>
              <RowButton
                variant="secondary"
                change={{ kind: 'declineOffer', id, who: ownerName }}
                busyWith={busyWith}
                onPress={onMake}
              >
                {t('teams.ownerOffer.declineButton', 'Decline ## an offer')}
              </RowButton>
            </div>
          </>
        ) : (
          <>
            <p>
              {t(
                'teams.ownerOffer.acceptanceDeadline',
                '{memberName} owns the team once they accept. The offer stands until {until}; until then nothing changes.',
                { memberName, until },
              )}
            </p>
            <div className={styles.answers}>
              <RowButton
                variant="secondary"
                change={{ kind: 'withdrawOffer', id, who: memberName }}
                busyWith={busyWith}
                onPress={onMake}
              >
                {t('teams.ownerOffer.withdrawButton', 'Withdraw the offer')}
              </RowButton>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** Describes the plan that the new owner would pay for. */
function billText({ plan, ownerName }: Offer): string {
  const { isRunning, isRetried } = stateOf(plan?.status);
  if (!plan || !isRunning)
    return t(
      'teams.ownerOffer.noPaidPlan',
      'The team has no plan that is paid for: it is on the Free Trial.',
    );
  if (isRetried)
    return t(
      'teams.ownerOffer.lastPaymentFailed',
      'The last payment for PRO did not go through. We remove {ownerName}’s card once you accept. Add yours then, to keep PRO.',
      { ownerName },
    );
  if (plan.until === '')
    return t(
      'teams.ownerOffer.monthUnpaid',
      'The current month of PRO isn’t paid yet. We remove {ownerName}’s card once you accept. Add yours then, to keep PRO.',
      { ownerName },
    );
  if (plan.isCancelScheduled)
    return t(
      'teams.ownerOffer.endsUnlessResumed',
      'PRO is paid for until {until} and ends then, unless you resume it with a card of your own.',
      {
        until: longDate(plan.until),
      },
    );
  const price = plan.price
    ? shortSum(plan.price.cents, plan.price.currency)
    : dollars(plans.pro.monthlyPriceCents);
  return t(
    'teams.ownerOffer.paidPlan',
    'The team is on PRO for {price} per month plus tax. We remove {ownerName}’s card once you accept. Add yours before {until}.',
    { price, ownerName, until: longDate(plan.until) },
  );
}
