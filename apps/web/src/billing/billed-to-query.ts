import { billedToReply, billingPrefillReply } from '@foyer/contracts/billing/billed-to';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { fetchSignedIn } from '../http/with-session-check.ts';
import { send } from '../http/send.ts';

export const billedToQuery = queryOptions({
  queryKey: ['billed-to'],
  queryFn: fetchSignedIn(endpoints.billedTo, { reply: billedToReply }),
  retry: false,
});

export const billingPrefillQuery = queryOptions({
  queryKey: ['billing-prefill'],
  queryFn: ({ signal }) => send(endpoints.billingPrefill, { reply: billingPrefillReply, signal }),
  staleTime: Infinity,
  retry: false,
});
