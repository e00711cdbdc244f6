import type { OpenPaymentReply, PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { t } from '../words/t.ts';
import styles from './billing-settings.module.css';
import { cardName } from './card-name.ts';
import { CardReplaced } from './card-replaced.tsx';
import { ReplaceCardForm } from './replace-card-form.tsx';

type CardOnFileProps = {
  card: PaymentsReply['card'];
  isPastDue: boolean;
  hasFormerCard: boolean;
  isReplacing: boolean;
  setReplacing(isReplacing: boolean): void;
};

export function CardOnFile({ card, isPastDue, hasFormerCard, isReplacing, setReplacing }: CardOnFileProps) {
  const [payment, setPayment] = useState<OpenPaymentReply>();
  const heading = useRef<HTMLHeadingElement>(null);
  // Scrolls to the form. It may be out of sight, because the dialog that cancels the plan can open it, too.
  useEffect(() => {
    if (isReplacing) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isReplacing]);
  function close(outcome?: OpenPaymentReply): void {
    setReplacing(false);
    setPayment(outcome);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="card-title">
      <h2 id="card-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('common.card', 'Card')}
      </h2>
      <CardReplaced payment={payment} />
      <div className={styles.box}>
        {card ? (
          <div className={styles.line}>
            <p className={styles.name}>{cardName(card)}</p>
            <p className={styles.note}>
              {t('billing.cardOnFile.expiry', 'Expires {month}/{year}', {
                month: String(card.expMonth).padStart(2, '0'),
                year: String(card.expYear),
              })}
            </p>
          </div>
        ) : (
          <p>
            {hasFormerCard
              ? t(
                  'billing.cardOnFile.formerCardRemoval',
                  'We’re removing the former owner’s card. You can add yours once that’s done.',
                )
              : t('billing.cardOnFile.empty', 'There’s no card on file.')}
          </p>
        )}
        {hasFormerCard ? null : isReplacing ? (
          <ReplaceCardForm isPastDue={isPastDue} onDone={close} onCancel={() => close()} />
        ) : (
          <Button
            variant={isPastDue ? 'primary' : 'secondary'}
            onClick={() => {
              setPayment(undefined);
              setReplacing(true);
            }}
          >
            {card ? t('billing.cardOnFile.replace', 'Replace card') : t('common.addCard', 'Add a card')}
          </Button>
        )}
      </div>
    </section>
  );
}
