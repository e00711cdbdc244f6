import { pendingIdentitiesReply } from '@foyer/contracts/company/pending-identities';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/as-signed-in.ts';
import { teamQuery } from './team-query.ts';

/** The identities that wait for a decision of the owner; an empty list for other members. */
export const pendingIdentitiesQuery = queryOptions({
  // Below the team's, so that a change asks anew.
  queryKey: [...teamQuery.queryKey, 'pending-identities'],
  queryFn: fetchSignedIn(endpoints.pendingIdentities, { reply: pendingIdentitiesReply }),
});
