import type { Sum } from '@foyer/contracts/billing/billing';
import { Problem } from '../../request/problem.ts';

export type PaymentResult =
  | { kind: 'paid' }
  | { kind: 'requires-action' }
  | { kind: 'declined'; message: string; declineCode: string }
  | { kind: 'card-unknown' }
  | { kind: 'sum-changed'; sum: Sum }
  | { kind: 'unavailable' }
  | { kind: 'unknown' };

/** `quoted`: the sum that the page showed, if any. */
export type PaymentInput = { cardHash: string; quoted: Sum | undefined };

export const nothingCharged: ReadonlySet<PaymentResult['kind']> = new Set([
  ...(['declined', 'card-unknown', 'sum-changed', 'unavailable'] as const),
]);

export type AttemptEnd = {
  status: string;
  outcome: string | null;
  declineMessage: string | null;
  declineCode: string | null;
  invoiceCents: number | null;
  invoiceCurrency: string | null;
};

export function problemOf(result: PaymentResult): Problem | undefined {
  switch (result.kind) {
    case 'declined': {
      const { message, declineCode } = result;
      return new Problem('CardDeclined', { message, details: { declineCode } });
    }
    case 'card-unknown':
      return new Problem('CardUnknown');
    case 'sum-changed':
      return new Problem('SumChanged', { details: { sum: result.sum } });
    case 'unavailable':
      return new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
    default:
      return undefined;
  }
}

/** Returns undefined while a call works on the attempt, or if that call has crashed. */
export function resultOf(attempt: AttemptEnd): PaymentResult | undefined {
  if (attempt.status === 'succeeded') return { kind: 'paid' };
  switch (attempt.outcome) {
    case 'declined':
      return {
        kind: 'declined',
        message: attempt.declineMessage ?? '',
        declineCode: attempt.declineCode ?? '',
      };
    case 'sum-changed':
      return {
        kind: 'sum-changed',
        sum: { cents: attempt.invoiceCents ?? 0, currency: attempt.invoiceCurrency ?? '' },
      };
    case 'requires-action':
      // If the attempt is closed, the invoice that waited for the confirmation was voided.
      return { kind: attempt.status === 'open' ? 'requires-action' : 'unavailable' };
    case 'paid':
    case 'card-unknown':
    case 'unavailable':
    case 'unknown':
      return { kind: attempt.outcome };
    default:
      return attempt.status === 'open' ? undefined : { kind: 'unavailable' };
  }
}
