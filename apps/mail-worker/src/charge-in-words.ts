import { exactSum } from '@foyer/catalog/money';
import { inSentences } from '@foyer/catalog/words/join';
import type { NextCharge } from '@foyer/contracts/billing/billing';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { dayInWords } from './in-words.ts';
import type { MessageContext } from './message.ts';

type Words = Pick<MessageContext, 't' | 'language'>;

export function sumOfCharge({ cents = 0, currency }: NextCharge, { language }: Words): string {
  return exactSum(cents, currency, language);
}

export function planEndSentences(content: MailContents['plan-cancelled'], words: Words): string {
  const { t, language } = words;
  const { nextCharge, endsOn, hasCard } = content;
  const date = dayInWords(endsOn, language);
  if (nextCharge?.kind === 'begun')
    return inSentences(
      [begunMonth(nextCharge, words), t('common.thenEnds', 'PRO then ends on {date}.', { date })],
      language,
    );
  if (nextCharge && nextCharge.cents === undefined)
    return t('common.endsRenews', 'PRO ends on {date}. Until then, it renews every month, next on {next}.', {
      date,
      next: dayInWords(nextCharge.at, language),
    });
  if (nextCharge)
    return t(
      'common.endsRenewsForSum',
      'PRO ends on {date}. Until then, it renews every month. The next charge is {sum} on {next}.',
      {
        date,
        next: dayInWords(nextCharge.at, language),
        sum: sumOfCharge(nextCharge, words),
      },
    );
  return hasCard
    ? t('common.proUntilNotCharged', 'You keep PRO until {date}, and we won’t charge your card again.', {
        date,
      })
    : t('common.endsNoCard', 'PRO ends on {date}. There’s no card on file, so nothing is charged.', {
        date,
      });
}

export function renewalSentences(content: MailContents['plan-resumed'], words: Words): string {
  const { t, language } = words;
  const { nextCharge, paidUntil, renewsOn, hasCard } = content;
  if (!hasCard)
    return t(
      'common.paidUntilNoCard',
      'PRO is paid until {date}. There’s no card on file. Add one to keep PRO.',
      {
        date: dayInWords(paidUntil, language),
      },
    );
  if (!nextCharge) return t('common.cardNotCharged', 'We aren’t charging your card at the moment.');
  const date = dayInWords(nextCharge.at, language);
  if (nextCharge.kind === 'begun')
    return inSentences(
      [
        begunMonth(nextCharge, words),
        t('common.thenRenews', 'PRO then renews on {date}.', { date: dayInWords(renewsOn, language) }),
      ],
      language,
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
    sum: sumOfCharge(nextCharge, words),
  });
}

function begunMonth(charge: NextCharge, words: Words): string {
  return words.t(
    'common.lastMonthStillCharged',
    'We’ll still charge {sum} for the month that began on {date}.',
    {
      date: dayInWords(charge.at, words.language),
      sum: sumOfCharge(charge, words),
    },
  );
}
