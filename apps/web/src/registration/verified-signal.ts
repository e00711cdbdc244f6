import { stored } from '../navigation/storage.ts';

/** When an address was last verified in this browser: tells the tabs that wait. No address. */
const storedVerifiedAtMs = stored('localStorage', 'verified-at', (value) =>
  typeof value === 'number' ? value : undefined,
);

/** In the tab that has set the password. */
export function announceVerified(): void {
  storedVerifiedAtMs.write(Date.now());
}

/** Calls `listener` when another tab announces it, also in a tab that nobody looks at. */
export const onVerifiedElsewhere = storedVerifiedAtMs.subscribe;
