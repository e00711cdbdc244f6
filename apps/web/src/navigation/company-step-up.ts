import { samlProofOutcomes, type SamlProofOutcome } from '@foyer/contracts/company/saml';
import { stored } from './storage.ts';

type Proved = { outcome: SamlProofOutcome; at: number };

const asOutcome = (value: unknown) => samlProofOutcomes.find((one) => one === value);

function asProved(value: unknown): Proved | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { outcome, at } = value as Partial<Record<keyof Proved, unknown>>;
  const known = asOutcome(outcome);
  return known !== undefined && typeof at === 'number' ? { outcome: known, at } : undefined;
}

/** A step-up through the company runs in its own tab, and this value reports its result to the waiting tab. */
const storedProof = stored('localStorage', 'company-proof', asProved);

export const readOutcome = (name: string): SamlProofOutcome => asOutcome(name) ?? 'refused';

export function announceProof(outcome: SamlProofOutcome): void {
  storedProof.write({ outcome, at: Date.now() });
}

/** Calls `listener` with a result from another tab, even if this tab was suspended when the other tab reported it. */
export function onProofElsewhere(listener: (outcome: SamlProofOutcome) => void): () => void {
  let heardAt = storedProof.read()?.at;
  const look = () => {
    const proved = storedProof.read();
    if (!proved || proved.at === heardAt) return;
    heardAt = proved.at;
    listener(proved.outcome);
  };
  const stop = storedProof.subscribe(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stop();
  };
}
