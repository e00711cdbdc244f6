import { stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { BillingReply, NextCharge } from '@foyer/contracts/billing/billing';
import { exactSum, longDate } from '../words/formats.ts';
import { proInShort } from '../words/plan-texts.ts';
import { t } from '../words/t.ts';

/** Sentences about the next charge, the last payment and the plan's end. */
export function planText(billing: BillingReply): string {
  const { isRunning, isRetried, isEnded, isPaused } = stateOf(billing.status);
  if (isPaused) return pausedText(billing);
  if (isRetried) return retriedText(billing);
  if (isRunning) return billing.isCancelScheduled ? endingText(billing) : renewingText(billing);
  if (isEnded)
    return t('billing.planText.restartHint', 'Take PRO up again and everything is where you left it.');
  return proInShort();
}

/** What a cancellation does not undo. */
export function untilEndText({ nextCharge, currentPeriodEnd }: BillingReply): string {
  const date = longDate(currentPeriodEnd);
  return nextCharge?.kind === 'begun'
    ? begunToEndText(nextCharge, currentPeriodEnd)
    : t('billing.planText.proUntil', 'PRO stays yours until {date}.', { date });
}

/** An invoice from before the pause is still collected. */
function pausedText({ nextCharge }: BillingReply): string {
  return nextCharge
    ? t(
        'billing.planText.openInvoiceCharge',
        'An unpaid invoice is still charged to your card: {sum} on {date}.',
        {
          date: longDate(nextCharge.at),
          sum: sumOf(nextCharge),
        },
      )
    : t('billing.planText.cardNotCharged', 'Your card isn’t charged.');
}

function retriedText(billing: BillingReply): string {
  const { plan, needsConfirmation, nextCharge, hasCard, hasFormerCard, paidUntil, graceEndsAt } = billing;
  if (needsConfirmation)
    return t(
      'billing.planText.confirmationNeeded',
      'Your bank wants you to confirm your last payment. As soon as you have, PRO goes on.',
    );
  if (plan === 'free')
    return t(
      'billing.planText.failedAfterEnd',
      'Your last payment did not go through. Replace your card, and PRO is back as soon as it is paid.',
    );
  const failed = hasFormerCard
    ? t('billing.paymentFailed', 'Your last payment did not go through.')
    : !hasCard
      ? t(
          'billing.planText.failedNoCard',
          'Your last payment did not go through, because there is no card on file.',
        )
      : nextCharge?.kind === 'retry'
        ? t(
            'billing.planText.failedRetry',
            'Your last payment did not go through. We’ll try your card again for {sum} on {date}.',
            {
              date: longDate(nextCharge.at),
              sum: sumOf(nextCharge),
            },
          )
        : t(
            'billing.planText.failedReplaceCard',
            'Your last payment did not go through. Replace your card to pay it.',
          );
  const end = longDate(graceEndsAt);
  return paidUntil
    ? `${failed} ${t('billing.planText.paidUntilEndsOn', 'PRO is paid until {date}, and ends on {end} unless the payment is made.', { date: longDate(paidUntil), end })}`
    : `${failed} ${t('billing.planText.endsOnUnlessPaid', 'PRO ends on {end} unless the payment is made.', { end })}`;
}

function endingText({ endsAt, endsAs, nextCharge, hasCard, hasFormerCard }: BillingReply): string {
  return `${untilThen(endsAt, nextCharge, hasCard || hasFormerCard === true)} ${afterwards(endsAs)}`;
}

function untilThen(endsAt: string, nextCharge: NextCharge | undefined, hasCard: boolean): string {
  const date = longDate(endsAt);
  if (nextCharge?.kind === 'begun') return begunToEndText(nextCharge, endsAt);
  if (nextCharge && nextCharge.cents !== undefined)
    return t(
      'common.endsRenewsForSum',
      'PRO ends on {date}. Until then it renews every month, next on {next} for {sum}.',
      {
        date,
        next: longDate(nextCharge.at),
        sum: sumOf(nextCharge),
      },
    );
  if (nextCharge)
    return t('common.endsRenews', 'PRO ends on {date}. Until then it renews every month, next on {next}.', {
      date,
      next: longDate(nextCharge.at),
    });
  return hasCard
    ? t(
        'billing.planText.endsOn',
        'PRO ends on {date}. Until then it is yours, and your card is not charged again.',
        { date },
      )
    : t('common.endsNoCard', 'PRO ends on {date}. There is no card on file, so nothing is charged.', {
        date,
      });
}

function renewingText(billing: BillingReply): string {
  const { nextCharge, hasCard, hasFormerCard, paidUntil, currentPeriodEnd } = billing;
  if (hasFormerCard)
    return t(
      'billing.planText.ownCardNeeded',
      'PRO is paid until {date}. Add a card of your own by then, so that PRO goes on.',
      {
        date: longDate(paidUntil || currentPeriodEnd),
      },
    );
  if (!hasCard)
    return t(
      'common.paidUntilNoCard',
      'PRO is paid until {date}. There is no card on file: add one, so that PRO goes on.',
      {
        date: longDate(paidUntil || currentPeriodEnd),
      },
    );
  if (!nextCharge) return t('common.cardNotCharged', 'Your card is not charged at the moment.');
  const date = longDate(nextCharge.at);
  if (nextCharge.kind === 'begun')
    return `${begunText(nextCharge)} ${t('common.thenRenews', 'PRO then renews on {date}.', { date: longDate(currentPeriodEnd) })}`;
  if (nextCharge.cents === undefined)
    return t('common.chargedAgainPlusTax', 'Your card is charged again on {date}, tax added.', { date });
  if (nextCharge.cents === 0)
    return t(
      'common.renewsNothingDue',
      'PRO renews on {date}. Nothing is due then, so your card is not charged.',
      { date },
    );
  return t('common.chargedAgainSum', 'Your card is charged again on {date}: {sum}, tax included.', {
    date,
    sum: sumOf(nextCharge),
  });
}

function begunText(charge: NextCharge): string {
  return t('common.lastMonthStillCharged', 'The month that began on {date} is still charged: {sum}.', {
    date: longDate(charge.at),
    sum: sumOf(charge),
  });
}

function begunToEndText(charge: NextCharge, endsAt: string): string {
  return `${begunText(charge)} ${t('common.thenEnds', 'Then PRO ends on {date}.', { date: longDate(endsAt) })}`;
}

function sumOf({ cents = 0, currency }: NextCharge): string {
  return exactSum(cents, currency);
}

/** The team's state after a scheduled end. */
function afterwards(end: SubscriptionEnd): string {
  return end === 'free'
    ? t('billing.planText.freeTrialAfterwards', 'Afterwards your team is on the Free Trial.')
    : t(
        'billing.planText.noAccessAfterwards',
        'Afterwards nobody in your team can use it until you pay again.',
      );
}
