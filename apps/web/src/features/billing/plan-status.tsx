import { pricePerMonth, proInShort } from '@foyer/catalog/plan-texts';
import { plans } from '@foyer/catalog/plans';
import { stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing';
import { useRef, useState } from 'react';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Badge } from '../../ui/badge.tsx';
import styles from './billing-settings.module.css';
import { CancelPlanModal } from './cancel-plan-modal.tsx';
import { longDate } from '../../ui/long-date.ts';
import { problemText, useChangePlan, type PlanChange } from './use-plan-changes.ts';

const doneTexts: Record<PlanChange['kind'], string> = {
  cancel: 'Your cancellation is noted. You can take it back until your plan ends.',
  resume: 'Your plan goes on as before.',
};

/** The plan, whether it renews, and how to change that. */
export function PlanStatus({ billing, isRunning }: { billing: BillingReply; isRunning: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is replaced, so focus moves to the heading.
  const change = useChangePlan(() => heading.current?.focus());
  const plan = plans[billing.plan];
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title" className={styles.title} ref={heading} tabIndex={-1}>
        Current plan
      </h2>
      <div className={styles.messages}>
        <Message kind="success">{change.isSuccess && doneTexts[change.variables.kind]}</Message>
        <Message kind="error">{change.error && problemText(change.error, 'Nothing was changed.')}</Message>
      </div>
      <div className={styles.box}>
        <div className={styles.line}>
          <p className={styles.name}>
            {plan.name} <StatusBadge billing={billing} />
          </p>
          <p className={styles.note}>{pricePerMonth(plan)}</p>
        </div>
        <p>{statusText(billing)}</p>
        {!isRunning ? (
          <ButtonAnchor href={routes.proUpgrade}>Upgrade to {plans.pro.name}</ButtonAnchor>
        ) : billing.isCancelScheduled ? (
          <Button isLoading={change.isPending} onClick={() => change.mutate({ kind: 'resume' })}>
            Resume plan
          </Button>
        ) : (
          <Button variant="secondary" isLoading={change.isPending} onClick={() => setAsking(true)}>
            Cancel plan
          </Button>
        )}
      </div>
      {isAsking && (
        <CancelPlanModal
          until={billing.currentPeriodEnd}
          onClose={() => setAsking(false)}
          onYes={(endsAs) => {
            setAsking(false);
            change.mutate({ kind: 'cancel', endsAs });
          }}
        />
      )}
    </section>
  );
}

function StatusBadge({ billing: { status, isCancelScheduled } }: { billing: BillingReply }) {
  const { badge, isRunning, isRetried, isEnded } = stateOf(status);
  if (isRetried) return <Badge kind="bad">{badge}</Badge>;
  if (isRunning) return isCancelScheduled ? <Badge>Canceled</Badge> : <Badge kind="good">{badge}</Badge>;
  return isEnded ? <Badge>{badge}</Badge> : null;
}

/** What comes after a scheduled end. */
const afterwards: Record<SubscriptionEnd, string> = {
  free: `Afterwards your team is on the ${plans.free.name}.`,
  ended: 'Afterwards nobody in your team can use it until you pay again.',
};

function statusText(billing: BillingReply): string {
  const { plan, status, needsConfirmation, currentPeriodEnd, isCancelScheduled, endsAs } = billing;
  const { name } = plans.pro;
  const date = currentPeriodEnd && longDate(currentPeriodEnd);
  const { isRunning, isRetried, isEnded } = stateOf(status);
  if (isRetried && needsConfirmation)
    return `Your bank wants you to confirm your last payment. As soon as you have, ${name} goes on.`;
  if (isRetried)
    return plan === 'pro'
      ? `Your last payment did not go through, and we will try again. Replace your card to keep ${name}.`
      : `Your last payment did not go through. Replace your card, and ${name} is back as soon as it is paid.`;
  if (isRunning)
    return isCancelScheduled
      ? `${name} ends on ${date}. Until then it is yours, and your card is not charged again. ${afterwards[endsAs]}`
      : `Your card is charged again on ${date}, tax added.`;
  if (isEnded) return `Take ${name} up again and everything is where you left it.`;
  return proInShort;
}
