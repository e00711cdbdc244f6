import { plans } from '@foyer/catalog/plans';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
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
  onAskToConfirm(change: TeamChange): void;
  onApply(change: TeamChange): void;
};

export function OwnerOffer({ offer, busyWith, onAskToConfirm, onApply }: OwnerOfferProps) {
  const { memberId: id, memberName, ownerName, expiresAt, isToYou } = offer;
  const until = longDate(expiresAt);
  return (
    <section aria-labelledby="owner-offer">
      <h2 id="owner-offer" className={styles.title}>
        {isToYou
          ? t('teams.ownerOffer.offeredToYou', '{ownerName} wants to transfer this team to you', {
              ownerName,
            })
          : t('teams.ownerOffer.youOffered', 'Waiting for {memberName} to accept the transfer', {
              memberName,
            })}
      </h2>
      <div className={styles.offer}>
        {isToYou ? (
          <>
            <p>
              {t(
                'teams.ownerOffer.ownerDuties',
                'As the owner, you decide who’s on the team and manage its plan and billing.',
              )}
            </p>
            <p>{billText(offer)}</p>
            <p className={styles.note}>
              {t(
                'teams.ownerOffer.unchangedUntilAccepted',
                'Nothing changes unless you accept. You can accept until {until}.',
                { until },
              )}
            </p>
            <div className={styles.answers}>
              <RowButton
                variant="primary"
                change={{ kind: 'acceptOffer', id, who: ownerName }}
                onPress={onAskToConfirm}
              >
                {t('teams.acceptButton', 'Become owner')}
              </RowButton>
              <RowButton
                variant="secondary"
                change={{ kind: 'declineOffer', id, who: ownerName }}
                busyWith={busyWith}
                onPress={onApply}
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
                '{memberName} can accept until {until}. Nothing changes unless they do.',
                { memberName, until },
              )}
            </p>
            <div className={styles.answers}>
              <RowButton
                variant="secondary"
                change={{ kind: 'withdrawOffer', id, who: memberName }}
                busyWith={busyWith}
                onPress={onApply}
              >
                {t('teams.ownerOffer.withdrawButton', 'Cancel transfer')}
              </RowButton>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function billText({ plan, ownerName }: Offer): string {
  const { isRunning, isRetried } = subscriptionStateOf(plan?.status);
  if (!plan || !isRunning)
    return t('teams.ownerOffer.noPaidPlan', 'The team has no paid plan, so there’s nothing to pay.');
  if (isRetried)
    return t(
      'teams.ownerOffer.lastPaymentFailed',
      'The last payment for PRO didn’t go through. We’ll remove {ownerName}’s card once you accept. Add yours then to keep PRO.',
      { ownerName },
    );
  if (plan.until === '')
    return t(
      'teams.ownerOffer.monthUnpaid',
      'The current month of PRO isn’t paid yet. We’ll remove {ownerName}’s card once you accept. Add yours then to keep PRO.',
      { ownerName },
    );
  if (plan.isCancelScheduled)
    return t(
      'teams.ownerOffer.endsUnlessResumed',
      'PRO is paid until {until} and ends then, unless you resume it with your own card.',
      {
        until: longDate(plan.until),
      },
    );
  const price = plan.price
    ? shortSum(plan.price.cents, plan.price.currency)
    : dollars(plans.pro.monthlyPriceCents);
  return t(
    'teams.ownerOffer.paidPlan',
    'The team is on PRO for {price} per month plus tax. We’ll remove {ownerName}’s card once you accept. Add yours by {until} to keep PRO.',
    { price, ownerName, until: longDate(plan.until) },
  );
}
