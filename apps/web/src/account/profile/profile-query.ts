import { endpoints } from '@foyer/contracts/endpoints';
import { profileReply } from '@foyer/contracts/account/profile';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: fetchSignedIn(endpoints.profile, { reply: profileReply }),
});
