import { stored } from '../navigation/storage.ts';

/** The time of the last verification in this browser, for the tabs that wait for it. It holds no email address. */
const storedVerifiedAtMs = stored('localStorage', 'verified-at', (value) =>
  typeof value === 'number' ? value : undefined,
);

export function announceVerified(): void {
  storedVerifiedAtMs.write(Date.now());
}

/** Calls `listener` when another tab reports a verification, and at other changes of web storage. */
export const onVerifiedElsewhere = storedVerifiedAtMs.subscribe;
