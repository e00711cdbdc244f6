import { CHECK_BILLING_ADDRESS } from '@foyer/contracts/billing/billing';
import { Stripe } from 'stripe';
import { Problem } from '../../request/problem.ts';

export const KEY_IN_USE = 'idempotency_key_in_use';
/** Stripe does not replay these answers, because the call was rejected before its work began. */
const UNSTORED_STATUSES = [401, 429];

/**
 * Returns whether the provider would repeat this error for a call with the same idempotency key
 * (https://docs.stripe.com/error-low-level).
 */
export function isFinalAnswer(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error;
  if (!(cause instanceof Stripe.errors.StripeError) || cause.statusCode === undefined) return false;
  return !UNSTORED_STATUSES.includes(cause.statusCode) && cause.code !== KEY_IN_USE;
}

/** The problem has Stripe's error as its `cause`, for the log. */
export function toProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const problem =
    error instanceof Stripe.errors.StripeCardError
      ? new Problem('CardDeclined', {
          message: error.message,
          details: { declineCode: error.decline_code ?? error.code ?? 'generic_decline' },
        })
      : codeOf(error) === 'customer_tax_location_invalid'
        ? new Problem('CardDeclined', {
            message: CHECK_BILLING_ADDRESS,
            details: { declineCode: 'address' },
          })
        : codeOf(error) === 'token_already_used'
          ? new Problem('CardUnknown')
          : new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
  problem.cause = error;
  return problem;
}

export function isMissing(error: unknown): boolean {
  return isCode(error, 'resource_missing');
}

export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/** https://docs.stripe.com/error-codes */
export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof Stripe.errors.StripeError ? cause.code : undefined;
}

/** Throws `CardUnknown` for a token that is unknown or belongs to another Stripe account. */
export function rejectUnknownCard(error: unknown): never {
  if (!isMissing(error)) throw error;
  const problem = new Problem('CardUnknown');
  problem.cause = error;
  throw problem;
}

export function isInvalidRequest(error: unknown): boolean {
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof Stripe.errors.StripeInvalidRequestError;
}
