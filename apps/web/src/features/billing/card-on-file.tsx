import { cardName } from '@foyer/catalog/card-brands';
import type { BillingReply } from '@foyer/contracts/billing';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './billing-settings.module.css';
import { ReplaceCardForm } from './replace-card-form.tsx';

type CardOnFileProps = { card: BillingReply['card']; isPastDue: boolean };

/** The card that is charged, and another one in its place. */
export function CardOnFile({ card, isPastDue }: CardOnFileProps) {
  const [isReplacing, setReplacing] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  function close(isDone: boolean): void {
    setReplacing(false);
    setReplaced(isDone);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="card-title">
      <h2 id="card-title" className={styles.title} ref={heading} tabIndex={-1}>
        Card
      </h2>
      <div className={styles.messages}>
        <Message kind="success">{isReplaced && 'Your card was replaced.'}</Message>
      </div>
      <div className={styles.box}>
        {card ? (
          <div className={styles.line}>
            <p className={styles.name}>{cardName(card)}</p>
            <p className={styles.note}>
              Expires {String(card.expMonth).padStart(2, '0')}/{card.expYear}
            </p>
          </div>
        ) : (
          <p>There is no card on file.</p>
        )}
        {isReplacing ? (
          <ReplaceCardForm isPastDue={isPastDue} onDone={() => close(true)} onCancel={() => close(false)} />
        ) : (
          <Button
            variant={isPastDue ? 'primary' : 'secondary'}
            onClick={() => {
              setReplaced(false);
              setReplacing(true);
            }}
          >
            {card ? 'Replace card' : 'Add a card'}
          </Button>
        )}
      </div>
    </section>
  );
}
