import { billedToReply, billingPrefillReply } from '@foyer/contracts/billed-to';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

/** Whom invoices are written to, as the card provider has it. */
export const billedToQuery = queryOptions({
  queryKey: ['billed-to'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.billedTo, { reply: billedToReply, signal })),
  retry: false,
});

/** What the account says of its owner. Where it does not come, the form begins empty. */
export const billingPrefillQuery = queryOptions({
  queryKey: ['billing-prefill'],
  queryFn: ({ signal }) => send(endpoints.billingPrefill, { reply: billingPrefillReply, signal }),
  staleTime: Infinity,
  retry: false,
});
