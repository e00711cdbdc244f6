import { endpoints } from '@foyer/contracts/endpoints';
import { connectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: fetchSignedIn(endpoints.connectedApps, { reply: connectedAppsReply }),
});
