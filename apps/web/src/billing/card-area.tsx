import type { StripeCardElement } from '@stripe/stripe-js';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { t } from '../words/t.ts';
import styles from './card-area.module.css';
import type { CardState } from './card-field.tsx';
import type { useCardProvider } from './use-card-provider.ts';

type CardAreaProps = {
  label?: string;
  cardProvider: ReturnType<typeof useCardProvider>;
  error: string | undefined;
  onReady(card: StripeCardElement): void;
  onChange(card: CardState): void;
};

export function CardArea({
  label = t('common.card', 'Card'),
  cardProvider,
  error,
  onReady,
  onChange,
}: CardAreaProps) {
  const { ready, isUnavailable, isLoading, retry } = cardProvider;
  return (
    <div
      role="group"
      aria-labelledby="card-label"
      className={`${styles.area} ${error ? styles.invalid : ''}`}
    >
      <span id="card-label" className={styles.label}>
        {label}
      </span>
      {ready ? (
        <ready.CardField provider={ready.provider} onReady={onReady} onChange={onChange} />
      ) : isUnavailable && !isLoading ? (
        <div className={styles.unavailable} role="status">
          <p>{t('billing.cardsUnavailable', 'Card payments aren’t available right now.')}</p>
          <Button variant="quiet" onClick={retry}>
            {t('common.tryAgain', 'Try again')}
          </Button>
        </div>
      ) : (
        <div className={styles.waiting}>
          <Spinner label={t('billing.cardArea.loading', 'Loading the card field')} size={20} />
        </div>
      )}
      <div className={styles.below} role="alert">
        {error && <FieldError text={error} />}
      </div>
    </div>
  );
}
