import { endpoints } from '@foyer/contracts/endpoints';
import { secondFactorReply } from '@foyer/contracts/identity/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../../http/with-session-check.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: fetchSignedIn(endpoints.secondFactor, { reply: secondFactorReply }),
});
