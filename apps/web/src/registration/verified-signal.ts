import { stored } from '../navigation/storage.ts';

/** When an address was last verified in this browser. Waiting tabs read it. It holds no address. */
const storedVerifiedAtMs = stored('localStorage', 'verified-at', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** Called in the tab that has set the password. */
export function announceVerified(): void {
  storedVerifiedAtMs.write(Date.now());
}

/** Calls `listener` when another tab announces a verification, also in a background tab. */
export const onVerifiedElsewhere = storedVerifiedAtMs.subscribe;
