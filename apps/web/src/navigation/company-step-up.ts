import { samlProofOutcomes, type SamlProofOutcome } from '@foyer/contracts/company/saml';
import { stored } from './storage.ts';

type StepUpResult = { outcome: SamlProofOutcome; at: number };

const asOutcome = (value: unknown) => samlProofOutcomes.find((one) => one === value);

function asResult(value: unknown): StepUpResult | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { outcome, at } = value as Partial<Record<keyof StepUpResult, unknown>>;
  const known = asOutcome(outcome);
  return known !== undefined && typeof at === 'number' ? { outcome: known, at } : undefined;
}

/** A step-up through the company runs in its own tab, and this value reports its result to the waiting tab. */
const storedResult = stored('localStorage', 'company-proof', asResult);

export const readOutcome = (name: string): SamlProofOutcome => asOutcome(name) ?? 'refused';

export function announceStepUp(outcome: SamlProofOutcome): void {
  storedResult.write({ outcome, at: Date.now() });
}

/** Calls `listener` with a result from another tab, even if this tab was suspended when the other tab reported it. */
export function onStepUpElsewhere(listener: (outcome: SamlProofOutcome) => void): () => void {
  let heardAt = storedResult.read()?.at;
  const look = () => {
    const proved = storedResult.read();
    if (!proved || proved.at === heardAt) return;
    heardAt = proved.at;
    listener(proved.outcome);
  };
  const stop = storedResult.subscribe(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop();
  };
}
