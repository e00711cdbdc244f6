import { endpoints } from '@foyer/contracts/endpoints';
import { passkeysReply } from '@foyer/contracts/identity/passkeys';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: fetchSignedIn(endpoints.passkeys, { reply: passkeysReply }),
});
