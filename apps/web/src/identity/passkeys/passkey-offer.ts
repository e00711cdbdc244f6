import { queryOptions } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { stored } from '../../navigation/storage.ts';
import { passkeysQuery } from './passkeys-query.ts';

export const passkeyOfferQuery = queryOptions({
  queryKey: [...passkeysQuery.queryKey, 'offer'],
  retry: false,
  queryFn: async ({ client }) => {
    if (typeof PublicKeyCredential !== 'function') return false;
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
    return (await client.fetchQuery(passkeysQuery)).passkeys.length === 0;
  },
});

/** The last user who chose "Not now" in this browser. */
const declined = stored('localStorage', 'passkey-declined', (value) =>
  typeof value === 'string' ? value : undefined,
);

export function useDeclinedPasskey(userId: string): [isDeclined: boolean, decline: () => void] {
  const by = useSyncExternalStore(declined.subscribe, declined.read, () => undefined);
  return [by === userId, () => declined.write(userId)];
}
