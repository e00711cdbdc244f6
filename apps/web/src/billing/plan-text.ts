import { subscriptionStateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { BillingReply, NextCharge } from '@foyer/contracts/billing/billing';
import { exactSum, longDate } from '../words/formats.ts';
import { inSentences } from '../words/join.ts';
import { proInShort } from '../words/plan-texts.ts';
import { t } from '../words/t.ts';

export function planText(billing: BillingReply): string {
  const { isRunning, isRetried, isEnded, isPaused } = subscriptionStateOf(billing.status);
  if (isPaused) return pausedText(billing);
  if (isRetried) return retriedText(billing);
  if (isRunning) return billing.isCancelScheduled ? endingText(billing) : renewingText(billing);
  if (isEnded) return t('billing.planText.restartHint', 'Restart PRO to pick up where you left off.');
  return proInShort();
}

export function untilEndText({ nextCharge, currentPeriodEnd }: BillingReply): string {
  const date = longDate(currentPeriodEnd);
  return nextCharge?.kind === 'begun'
    ? begunToEndText(nextCharge, currentPeriodEnd)
    : t('common.proStaysUntil', 'You keep PRO until {date}.', { date });
}

/** While the plan is paused, the card provider still collects an open invoice. */
function pausedText({ nextCharge }: BillingReply): string {
  return nextCharge
    ? t(
        'billing.planText.openInvoiceCharge',
        'We’ll charge {sum} to your card on {date} for an unpaid invoice.',
        {
          date: longDate(nextCharge.at),
          sum: sumOf(nextCharge),
        },
      )
    : t('common.cardNotCharged', 'We aren’t charging your card at the moment.');
}

function retriedText(billing: BillingReply): string {
  const { plan, needsConfirmation, nextCharge, hasCard, hasFormerCard, paidUntil, graceEndsAt } = billing;
  const approval = t('billing.confirmationNeeded', 'Your bank needs you to approve your last payment.');
  if (plan === 'free')
    return needsConfirmation
      ? inSentences(
          approval,
          t('billing.freeTrialMeanwhile', 'Your team is on the Free Trial until the payment goes through.'),
        )
      : t(
          'billing.planText.failedAfterEnd',
          'Your last payment didn’t go through. Pay with a new card to get PRO back.',
        );
  const failed = needsConfirmation
    ? approval
    : hasFormerCard
      ? t('billing.paymentFailed', 'Your last payment didn’t go through.')
      : !hasCard
        ? t(
            'billing.planText.failedNoCard',
            'Your last payment didn’t go through because there’s no card on file. Add one to pay.',
          )
        : nextCharge?.kind === 'retry'
          ? t(
              'billing.planText.failedRetry',
              'Your last payment didn’t go through. We’ll try to charge {sum} to your card again on {date}.',
              {
                date: longDate(nextCharge.at),
                sum: sumOf(nextCharge),
              },
            )
          : t(
              'billing.planText.failedReplaceCard',
              'Your last payment didn’t go through. Replace your card to pay.',
            );
  const end = longDate(graceEndsAt);
  return inSentences(
    failed,
    paidUntil
      ? t(
          'billing.planText.paidUntilEndsOn',
          'PRO is paid until {date} and ends on {end} unless the payment goes through.',
          { date: longDate(paidUntil), end },
        )
      : t('billing.planText.endsOnUnlessPaid', 'PRO ends on {end} unless the payment goes through.', { end }),
  );
}

function endingText({ endsAt, endsAs, nextCharge, hasCard, hasFormerCard }: BillingReply): string {
  return inSentences(untilThen(endsAt, nextCharge, hasCard || hasFormerCard === true), afterwards(endsAs));
}

function untilThen(endsAt: string, nextCharge: NextCharge | undefined, hasCard: boolean): string {
  const date = longDate(endsAt);
  if (nextCharge?.kind === 'begun') return begunToEndText(nextCharge, endsAt);
  if (nextCharge && nextCharge.cents !== undefined)
    return t(
      'common.endsRenewsForSum',
      'PRO ends on {date}. Until then, it renews every month. The next charge is {sum} on {next}.',
      {
        date,
        next: longDate(nextCharge.at),
        sum: sumOf(nextCharge),
      },
    );
  if (nextCharge)
    return t('common.endsRenews', 'PRO ends on {date}. Until then, it renews every month, next on {next}.', {
      date,
      next: longDate(nextCharge.at),
    });
  return hasCard
    ? t('common.proUntilNotCharged', 'You keep PRO until {date}, and we won’t charge your card again.', {
        date,
      })
    : t('common.endsNoCard', 'PRO ends on {date}. There’s no card on file, so nothing is charged.', {
        date,
      });
}

function renewingText(billing: BillingReply): string {
  const { nextCharge, hasCard, hasFormerCard, paidUntil, currentPeriodEnd } = billing;
  if (hasFormerCard)
    return t(
      'billing.planText.ownCardNeeded',
      'PRO is paid until {date}. Add your own card by then to keep PRO.',
      {
        date: longDate(paidUntil || currentPeriodEnd),
      },
    );
  if (!hasCard)
    return t(
      'common.paidUntilNoCard',
      'PRO is paid until {date}. There’s no card on file. Add one to keep PRO.',
      {
        date: longDate(paidUntil || currentPeriodEnd),
      },
    );
  if (!nextCharge) return t('common.cardNotCharged', 'We aren’t charging your card at the moment.');
  const date = longDate(nextCharge.at);
  if (nextCharge.kind === 'begun')
    return inSentences(
      begunText(nextCharge),
      t('common.thenRenews', 'PRO then renews on {date}.', { date: longDate(currentPeriodEnd) }),
    );
  if (nextCharge.cents === undefined)
    return t(
      'common.chargedAgainPlusTax',
      'PRO renews on {date}. We’ll charge your card the monthly price plus tax.',
      {
        date,
      },
    );
  if (nextCharge.cents === 0)
    return t(
      'common.renewsNothingDue',
      'PRO renews on {date}. Nothing is due then, so we won’t charge your card.',
      { date },
    );
  return t('common.chargedAgainSum', 'PRO renews on {date}. We’ll charge your card {sum}, including tax.', {
    date,
    sum: sumOf(nextCharge),
  });
}

function begunText(charge: NextCharge): string {
  return t('common.lastMonthStillCharged', 'We’ll still charge {sum} for the month that began on {date}.', {
    date: longDate(charge.at),
    sum: sumOf(charge),
  });
}

function begunToEndText(charge: NextCharge, endsAt: string): string {
  return inSentences(
    begunText(charge),
    t('common.thenEnds', 'PRO then ends on {date}.', { date: longDate(endsAt) }),
  );
}

function sumOf({ cents = 0, currency }: NextCharge): string {
  return exactSum(cents, currency);
}

function afterwards(end: SubscriptionEnd): string {
  return end === 'free'
    ? t('billing.planText.freeTrialAfterwards', 'After that, your team is on the Free Trial.')
    : t(
        'billing.planText.noAccessAfterwards',
        'After that, no one on your team has access until you pay again.',
      );
}
