import { endpoints } from '@foyer/contracts/endpoints';
import {
  teamPeopleReply,
  type ShownPeople,
  type TeamPeopleReply,
  type TeamReply,
} from '@foyer/contracts/teams/team';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { send } from '../../http/send.ts';
import { teamQuery } from './team-query.ts';

/**
 * The team's reply contains the first page of people, without a search or filter. All other pages are fetched. While a
 * search loads, the previous list stays visible.
 */
export function usePeople(team: TeamReply, show: ShownPeople, search: string) {
  const isNarrowed = show !== 'all' || search !== '';
  const [hasAskedForMore, setAskedForMore] = useState(false);
  const first: TeamPeopleReply[] = [team];
  const from = isNarrowed ? '' : (team.next ?? '');
  const query = useInfiniteQuery({
    // Starts with the team's key, so that a change refetches the list.
    queryKey: [...teamQuery.queryKey, 'people', show, search, from],
    queryFn: ({ client, pageParam: after, signal }) =>
      withSessionCheck(
        client,
        send(endpoints.teamPeople, {
          query: { show, search, ...(after && { after }) },
          reply: teamPeopleReply,
          signal,
        }),
      ),
    initialPageParam: from,
    getNextPageParam: ({ next }) => next,
    enabled: isNarrowed || (hasAskedForMore && from !== ''),
    placeholderData: (before) => (isNarrowed ? (before ?? { pages: first, pageParams: [''] }) : undefined),
  });
  const { data, hasNextPage, isFetching, isPlaceholderData } = query;
  const fetched = data?.pages ?? [];
  const isBeyond = isNarrowed || (hasAskedForMore && fetched.length > 0);
  const pages = isNarrowed ? fetched : [...first, ...fetched];
  return {
    members: pages.flatMap((page) => page.members),
    invitations: pages.flatMap((page) => page.invitations),
    hasMore: isBeyond ? hasNextPage && !isPlaceholderData : from !== '',
    isLoadingMore: isFetching && !isPlaceholderData,
    /** The list is still the previous one, because the next one is loading. */
    isOutdated: isPlaceholderData,
    error: query.error,
    isNarrowed,
    loadMore(): void {
      if (isBeyond) void query.fetchNextPage();
      else if (query.error) void query.refetch();
      else setAskedForMore(true);
    },
    retry: () => void query.refetch(),
  };
}
