import { billingNoticeReply, billingReply, receiptReply } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { send } from '../../http/send.ts';

const FRESH_FOR_MS = 60_000;

/** Whether the visitor is to be told that a payment has failed; for every page of the settings. */
export const billingNoticeQuery = queryOptions({
  queryKey: ['billing', 'notice'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.billingNotice, { reply: billingNoticeReply, signal })),
  staleTime: FRESH_FOR_MS,
});

/** What was paid today, for who owns the team. */
export const receiptQuery = queryOptions({
  queryKey: ['billing', 'receipt'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.receipt, { reply: receiptReply, signal })),
  staleTime: Infinity,
});

/** Plan, card and invoices of the visitor's team; for its owner alone. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ client, signal }) =>
    asSignedIn(client, send(endpoints.billing, { reply: billingReply, signal })),
  // It is put together by the card provider; from one page of the settings to the next it stays the same.
  staleTime: FRESH_FOR_MS,
});
