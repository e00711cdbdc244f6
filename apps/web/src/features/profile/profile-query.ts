import { endpoints } from '@foyer/contracts/endpoints';
import { profileReply } from '@foyer/contracts/profile';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** What the visitor has said of themselves. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.profile, { reply: profileReply, signal })),
});
