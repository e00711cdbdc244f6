import {
  upgradePlanReply,
  type ConfirmUpgradeBody,
  type UpgradePlanBody,
  type UpgradePlanReply,
} from '@foyer/contracts/billing';
import { PAYMENT_ASK_AGAIN_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import { endpoints } from '@foyer/contracts/endpoints';
import type { ProblemCode } from '@foyer/contracts/problem';
import { NetworkError, ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';

/** What is known at the end: PRO, or the bank asks. */
export type KnownPayment = Exclude<UpgradePlanReply, { pending: true }>;

/** This page cannot see any more what comes of the payment; mostly because the session has ended meanwhile. */
export class PaymentOutcomeUnknown extends Error {
  override readonly name = 'PaymentOutcomeUnknown';
  readonly problem: ProblemError;

  constructor(problem: ProblemError) {
    super(problem.message);
    this.problem = problem;
  }
}

/** These are told only when surely nothing was charged, whenever they are told. */
const NOTHING_CHARGED: readonly string[] = [
  'CardDeclined',
  'CardUnknown',
  'PaymentUnavailable',
] satisfies ProblemCode[];

type Patience = {
  /** The visitor is told that it takes long. */
  onLate(this: void): void;
  /** Then a question to the bank is not open any more: the provider is about to know that, too. */
  hasBankSaidYes?: boolean;
  pause?: (ms: number) => Promise<void>;
  now?: () => number;
};

/**
 * Pays with a card's token and comes back when it is known what came of it. An answer that was lost says nothing: the
 * call is made again, which the server answers with the one result, and after a while it is only asked. Throws what is
 * known to have failed, and `PaymentOutcomeUnknown`.
 */
export async function payWithRetries(body: UpgradePlanBody, patience: Patience): Promise<KnownPayment> {
  const { now = () => performance.now() } = patience;
  const paysUntil = now() + SAFE_TO_LEAVE_MS;
  const pay = () => send(endpoints.upgradePlan, { body, reply: upgradePlanReply });
  const ask = () => askOnce({ token: body.token });
  let isFirst = true;
  let hasArrived = false;
  return untilKnown(async () => {
    const isPaying = isFirst || (!hasArrived && now() < paysUntil);
    try {
      const answer = await (isPaying ? pay() : ask());
      hasArrived = true;
      return answer;
    } catch (error) {
      // Refused before anything was begun; later on the same words may be about something else.
      if (isFirst && error instanceof ProblemError && error.status < 500) throw new KnownFailure(error);
      if (isFirst || !(error instanceof ProblemError)) throw error;
      // Only this card can have made it so: an earlier try has gone through although its answer was lost.
      if (error.code === 'AlreadySubscribed') return { subscription: { status: '', currentPeriodEnd: '' } };
      // None of our calls has come to the server, and none is on its way any more.
      if (error.code === 'NotFound') throw new KnownFailure(new NetworkError('The payment was never begun'));
      throw error;
    } finally {
      isFirst = false;
    }
  }, patience);
}

/** Asks what came of a payment until it is known, for a page that did not begin it or that has asked the bank. */
export function pollPayment(body: ConfirmUpgradeBody, patience: Patience): Promise<KnownPayment> {
  return untilKnown(() => askOnce(body), patience);
}

function askOnce(body: ConfirmUpgradeBody): Promise<UpgradePlanReply> {
  return send(endpoints.confirmUpgrade, { body, reply: upgradePlanReply });
}

async function untilKnown(
  tryOnce: () => Promise<UpgradePlanReply>,
  { onLate, hasBankSaidYes = false, pause = sleep, now = () => performance.now() }: Patience,
): Promise<KnownPayment> {
  const lateAt = now() + SAFE_TO_LEAVE_MS;
  for (;;) {
    try {
      const answer = await tryOnce();
      const isKnown = 'subscription' in answer || ('requiresAction' in answer && !hasBankSaidYes);
      if (isKnown) return answer;
    } catch (error) {
      if (error instanceof KnownFailure) throw error.reason;
      if (!(error instanceof ProblemError || error instanceof NetworkError)) throw error;
      if (error instanceof ProblemError && NOTHING_CHARGED.includes(error.code)) throw error;
      if (error instanceof ProblemError && isRefused(error)) throw new PaymentOutcomeUnknown(error);
    }
    if (now() >= lateAt) onLate();
    await pause(PAYMENT_ASK_AGAIN_MS);
  }
}

/** Asking again has the same answer. */
function isRefused({ status, code }: ProblemError): boolean {
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
