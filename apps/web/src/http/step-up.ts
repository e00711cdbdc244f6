import type { ProblemError } from './errors.ts';

export type StepUpPrompt = (problem: ProblemError) => Promise<boolean>;

let prompt: StepUpPrompt | undefined;
let pendingProof: Promise<boolean> | undefined;

export function registerStepUpPrompt(next: StepUpPrompt): () => void {
  prompt = next;
  return () => {
    if (prompt === next) prompt = undefined;
  };
}

/** Concurrent calls share one dialog. Throws `problem` if the visitor does not step up. */
export async function waitForProof(problem: ProblemError): Promise<void> {
  pendingProof ??= prompt?.(problem).finally(() => {
    pendingProof = undefined;
  });
  if (!(await pendingProof)) throw problem;
}
