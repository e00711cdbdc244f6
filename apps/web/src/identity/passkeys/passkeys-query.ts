import { endpoints } from '@foyer/contracts/endpoints';
import { passkeysReply } from '@foyer/contracts/identity/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: fetchSignedIn(endpoints.passkeys, { reply: passkeysReply }),
});
