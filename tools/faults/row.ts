import type { Stage } from './stage.ts';

export type Outcome = { got: string; isGood: boolean };

/** A promise of the portal (SECURITY.md 4) and the fault that puts it to the test. */
export interface FaultRow {
  name: string;
  expected: string;
  run(stage: Stage): Promise<Outcome>;
}
