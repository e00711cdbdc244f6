import { isFailed, type Call } from '../rig/traffic.ts';
import type { Stage } from './stage.ts';

/** One thing that a row looks at: what is promised, what was found, and whether that is as promised. */
export type Condition = { promise: string; got: string; isMet: boolean };

/**
 * A fault that puts promises of the portal (docs/security.md 4) to the test. It passes when every condition is met:
 * there is no other.
 */
export interface FaultRow {
  name: string;
  run(stage: Stage): Promise<Condition[]>;
}

/** A condition: "every sign-up is there", `40 of 40`, `true`. */
export function condition(promise: string, got: string | number, isMet: boolean): Condition {
  return { promise, got: String(got), isMet };
}

/** That so many have come of something, none more and none fewer. */
export function exactly(promise: string, got: number, expected: number): Condition {
  return condition(promise, `${got} of ${expected}`, got === expected);
}

/** That there was enough to judge by: a row in which nothing happened proves nothing. */
export function enough(what: string, got: number, atLeast: number): Condition {
  return condition(`at least ${atLeast} ${what}, or nothing is proved`, got, got >= atLeast);
}

/** That every call was answered, and none with a fault of ours. */
export function noneFailed(calls: Call[]): Condition {
  const failed = calls.filter(isFailed).map(({ status }) => status ?? 'no answer');
  const kinds = [...new Set(failed)].map(
    (kind) => `${failed.filter((one) => one === kind).length} x ${kind}`,
  );
  return condition(`no call of ${calls.length} fails`, kinds.join(', ') || 'none', failed.length === 0);
}
