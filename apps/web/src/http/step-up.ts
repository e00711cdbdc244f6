import type { ProblemError } from './errors.ts';

export type StepUpPrompt = (problem: ProblemError) => Promise<boolean>;

let prompt: StepUpPrompt | undefined;
let pendingStepUp: Promise<boolean> | undefined;

export function registerStepUpPrompt(next: StepUpPrompt): () => void {
  prompt = next;
  return () => {
    if (prompt === next) prompt = undefined;
  };
}

/** Concurrent calls share one dialog. Throws `problem` if the visitor does not step up. */
export async function waitForStepUp(problem: ProblemError): Promise<void> {
  pendingStepUp ??= prompt?.(problem).finally(() => {
    pendingStepUp = undefined;
  });
  if (!(await pendingStepUp)) throw problem;
}
