import { REQUIRED_FIELD } from '@foyer/contracts/field';
import type { StripeCardElement } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { inWords } from '../words/in-words.ts';
import { t } from '../words/t.ts';
import type { CardState } from './card-field.tsx';
import { useCardProvider } from './use-card-provider.ts';

export function useCardEntry() {
  const cardProvider = useCardProvider();
  const [card, setCard] = useState<StripeCardElement>();
  const state = useRef<CardState>({ isEmpty: true, isComplete: false, problem: undefined });
  const [error, setError] = useState<string>();
  return {
    card,
    provider: cardProvider.ready?.provider,
    isUnavailable: cardProvider.isUnavailable,
    focus: () => card?.focus(),
    check(): boolean {
      const { isEmpty, isComplete, problem } = state.current;
      const found = isEmpty
        ? inWords(REQUIRED_FIELD)
        : (problem ??
          (isComplete
            ? undefined
            : t('billing.useCardEntry.incomplete', 'Your card details are incomplete.')));
      setError(found);
      return found === undefined;
    },
    area: {
      cardProvider,
      error,
      onReady: setCard,
      onChange(next: CardState) {
        state.current = next;
        setError(next.problem);
      },
    },
  };
}
