import type { ProblemError } from './errors.ts';

/** Prompts the visitor to prove their identity. Resolves with whether they did. */
export type StepUpPrompt = (problem: ProblemError) => Promise<boolean>;

let prompt: StepUpPrompt | undefined;
let pendingProof: Promise<boolean> | undefined;

/** Registers the prompt. Returns the function that removes it. */
export function registerStepUpPrompt(next: StepUpPrompt): () => void {
  prompt = next;
  return () => {
    if (prompt === next) prompt = undefined;
  };
}

/** Waits for a fresh proof of identity. Concurrent calls share one dialog. Throws the call's `problem` if it is cancelled. */
export async function waitForProof(problem: ProblemError): Promise<void> {
  pendingProof ??= prompt?.(problem).finally(() => {
    pendingProof = undefined;
  });
  if (!(await pendingProof)) throw problem;
}
