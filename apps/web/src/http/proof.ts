import type { ProblemError } from './errors.ts';

/** Asks the visitor to prove who they are; resolves with whether they have. */
export type ProofAsker = (problem: ProblemError) => Promise<boolean>;

let asker: ProofAsker | undefined;
let asking: Promise<boolean> | undefined;

/** Says who asks. Returns how it stops. */
export function answerProofWith(ask: ProofAsker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Waits for a fresh proof of identity. Concurrent calls share one dialog. Throws the call's `problem` if it is cancelled. */
export async function waitForProof(problem: ProblemError): Promise<void> {
  asking ??= asker?.(problem).finally(() => {
    asking = undefined;
  });
  if (!(await asking)) throw problem;
}
