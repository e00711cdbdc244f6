import { endpoints } from '@foyer/contracts/endpoints';
import { connectedAppsReply } from '@foyer/contracts/oauth';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** Apps with access to the visitor's data. */
export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.connectedApps, { reply: connectedAppsReply, signal })),
});
