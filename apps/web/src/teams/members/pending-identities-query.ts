import { pendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';
import { teamQuery } from './team-query.ts';

/** Empty for members who are not the owner. */
export const pendingIdentitiesQuery = queryOptions({
  // Starts with the team's key, so that a change refetches the list.
  queryKey: [...teamQuery.queryKey, 'pending-identities'],
  queryFn: fetchSignedIn(endpoints.pendingIdentities, { reply: pendingIdentitiesReply }),
});
