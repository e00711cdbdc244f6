import { isFailed, type Call } from '../harness/traffic.ts';
import type { Stage } from './stage.ts';

export type Condition = { promise: string; got: string; isMet: boolean };

/** A fault, and the portal's promises during it (docs/security.md 4). It passes when every condition is met. */
export interface Scenario {
  name: string;
  run(stage: Stage): Promise<Condition[]>;
}

export function condition(promise: string, got: string | number, isMet: boolean): Condition {
  return { promise, got: String(got), isMet };
}

export function exactly(promise: string, got: number, expected: number): Condition {
  return condition(promise, `${got} of ${expected}`, got === expected);
}

export function enough(what: string, got: number, atLeast: number): Condition {
  return condition(`at least ${atLeast} ${what}, or nothing is proved`, got, got >= atLeast);
}

export function noneFailed(calls: Call[]): Condition {
  const failed = calls.filter(isFailed).map(({ status }) => status ?? 'no answer');
  const kinds = [...new Set(failed)].map(
    (kind) => `${failed.filter((one) => one === kind).length} x ${kind}`,
  );
  return condition(`no call of ${calls.length} fails`, kinds.join(', ') || 'none', failed.length === 0);
}
