import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { stored } from '../../navigation/storage.ts';
import { passkeysQuery } from './passkeys-query.ts';

/** Whether this device could hold a passkey, and the visitor has none yet. Nothing is asked where the device cannot. */
export const passkeyOfferQuery = queryOptions({
  queryKey: [...passkeysQuery.queryKey, 'offer'],
  retry: false,
  queryFn: async ({ client }) => {
    if (typeof PublicKeyCredential !== 'function') return false;
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
    return (await client.fetchQuery(passkeysQuery)).passkeys.length === 0;
  },
});

/** Who has said "Not now" in this browser. */
const declined = stored('localStorage', 'passkey-declined', (value) =>
  typeof value === 'string' ? value : undefined,
);

/** Whether this user has said so, and what says it. */
export function useDeclinedPasskey(userId: string): [isDeclined: boolean, decline: () => void] {
  const by = useSyncExternalStore(declined.subscribe, declined.read, () => undefined);
  return [by === userId, () => declined.write(userId)];
}
