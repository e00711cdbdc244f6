import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeCardElementOptions } from '@stripe/stripe-js';
import styles from './card-area.module.css';

export type CardState = { isEmpty: boolean; isComplete: boolean; problem: string | undefined };

type CardFieldProps = {
  provider: Stripe;
  onReady(card: StripeCardElement): void;
  onChange(card: CardState): void;
};

const root = getComputedStyle(document.documentElement);

/** The provider's field in its own iframe: card numbers never enter our page. */
export function CardField({ provider, onReady, onChange }: CardFieldProps) {
  return (
    <Elements stripe={provider}>
      <CardElement
        className={styles.card ?? ''}
        options={options}
        onReady={onReady}
        onChange={({ empty, complete, error }) =>
          onChange({ isEmpty: empty, isComplete: complete, problem: error?.message })
        }
      />
    </Elements>
  );
}

const options: StripeCardElementOptions = {
  hidePostalCode: true, // docs/product.md 5
  disableLink: true,
  style: {
    base: {
      color: root.getPropertyValue('--colour-ink').trim(),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: root.getPropertyValue('--colour-ink-soft').trim() },
    },
    invalid: { color: root.getPropertyValue('--colour-error').trim() },
  },
};
