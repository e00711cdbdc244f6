import {
  upgradePlanReply,
  type ConfirmUpgradeBody,
  type UpgradePlanBody,
  type UpgradePlanReply,
} from '@foyer/contracts/billing/billing';
import { PAYMENT_ASK_AGAIN_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import { endpoints } from '@foyer/contracts/endpoints';
import type { ProblemCode } from '@foyer/contracts/problem';
import { NetworkError, ProblemError } from '../http/errors.ts';
import { send } from '../http/send.ts';

export type KnownPayment = Exclude<UpgradePlanReply, { pending: true }>;

/** This page can no longer learn the outcome, usually because the session has ended. */
export class PaymentOutcomeUnknown extends Error {
  override readonly name = 'PaymentOutcomeUnknown';
  readonly problem: ProblemError;

  constructor(problem: ProblemError) {
    super(problem.message);
    this.problem = problem;
  }
}

const NOTHING_CHARGED: readonly string[] = [
  'CardDeclined',
  'CardUnknown',
  'SumChanged',
  'PaymentUnavailable',
] satisfies ProblemCode[];

type Patience = {
  /** Called after each attempt that gives no outcome, if `SAFE_TO_LEAVE_MS` have passed since the start. */
  onLate(this: void): void;
  /** The visitor has passed the bank's challenge. The provider may still report the challenge as open for a while. */
  isBankApproved?: boolean;
  pause?: (ms: number) => Promise<void>;
  now?: () => number;
};

/**
 * Repeats the call until it succeeds, because the server returns the same result for the same token. After that, or
 * after `SAFE_TO_LEAVE_MS`, only polls the outcome. Throws known failures and `PaymentOutcomeUnknown`.
 */
export async function payWithRetries(body: UpgradePlanBody, patience: Patience): Promise<KnownPayment> {
  const { now = () => performance.now() } = patience;
  const paysUntil = now() + SAFE_TO_LEAVE_MS;
  const pay = () => send(endpoints.upgradePlan, { body, reply: upgradePlanReply });
  const ask = () => askOnce({ token: body.token });
  let isFirst = true;
  let hasArrived = false;
  return pollOutcome(async () => {
    const isPaying = isFirst || (!hasArrived && now() < paysUntil);
    try {
      const answer = await (isPaying ? pay() : ask());
      hasArrived = true;
      return answer;
    } catch (error) {
      // The first call was rejected before anything was charged. In later calls, the same code may have another cause.
      if (isFirst && error instanceof ProblemError && error.status < 500) throw new KnownFailure(error);
      if (isFirst || !(error instanceof ProblemError)) throw error;
      // An earlier call of this payment has succeeded, and its answer was lost.
      if (error.code === 'AlreadySubscribed') return { subscription: { status: '', currentPeriodEnd: '' } };
      // The server knows no payment with this token, so nothing was charged.
      if (error.code === 'NotFound') throw new KnownFailure(new NetworkError('The payment was never begun'));
      throw error;
    } finally {
      isFirst = false;
    }
  }, patience);
}

export function pollPayment(body: ConfirmUpgradeBody, patience: Patience): Promise<KnownPayment> {
  return pollOutcome(() => askOnce(body), patience);
}

function askOnce(body: ConfirmUpgradeBody): Promise<UpgradePlanReply> {
  return send(endpoints.confirmUpgrade, { body, reply: upgradePlanReply });
}

async function pollOutcome(
  tryOnce: () => Promise<UpgradePlanReply>,
  { onLate, isBankApproved = false, pause = sleep, now = () => performance.now() }: Patience,
): Promise<KnownPayment> {
  const lateAt = now() + SAFE_TO_LEAVE_MS;
  for (;;) {
    try {
      const answer = await tryOnce();
      const isKnown = 'subscription' in answer || ('requiresAction' in answer && !isBankApproved);
      if (isKnown) return answer;
    } catch (error) {
      if (error instanceof KnownFailure) throw error.reason;
      if (!(error instanceof ProblemError || error instanceof NetworkError)) throw error;
      if (error instanceof ProblemError && NOTHING_CHARGED.includes(error.code)) throw error;
      if (error instanceof ProblemError && isFinalProblem(error)) throw new PaymentOutcomeUnknown(error);
    }
    if (now() >= lateAt) onLate();
    await pause(PAYMENT_ASK_AGAIN_MS);
  }
}

/** Returns whether a repeated call would get the same answer. */
function isFinalProblem({ status, code }: ProblemError): boolean {
  return status < 500 && code !== 'TooManyRequests';
}

class KnownFailure extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
