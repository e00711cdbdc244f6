import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeCardElementOptions } from '@stripe/stripe-js';
import { useIsDark } from '../navigation/colour-scheme.ts';
import styles from './card-area.module.css';

export type CardState = { isEmpty: boolean; isComplete: boolean; problem: string | undefined };

type CardFieldProps = {
  provider: Stripe;
  onReady(card: StripeCardElement): void;
  onChange(card: CardState): void;
};

/** The field is in the card provider's iframe, so that card numbers never enter our page. */
export function CardField({ provider, onReady, onChange }: CardFieldProps) {
  // Our style sheets do not apply in the iframe, so a new color scheme needs a rerender.
  useIsDark();
  return (
    <Elements stripe={provider}>
      <CardElement
        className={styles.card ?? ''}
        options={optionsNow()}
        onReady={onReady}
        onChange={({ empty, complete, error }) =>
          onChange({ isEmpty: empty, isComplete: complete, problem: error?.message })
        }
      />
    </Elements>
  );
}

function optionsNow(): StripeCardElementOptions {
  return {
    hidePostalCode: true, // docs/product.md 5
    disableLink: true,
    style: {
      base: {
        color: shownColour('--colour-ink'),
        iconColor: shownColour('--colour-ink-soft'),
        fontFamily: 'system-ui, sans-serif',
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: shownColour('--colour-ink-soft') },
      },
      invalid: { color: shownColour('--colour-error'), iconColor: shownColour('--colour-error') },
    },
  };
}

/** Resolves a CSS variable for the iframe: `--colour-ink` -> `rgb(28, 33, 64)`. */
function shownColour(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
