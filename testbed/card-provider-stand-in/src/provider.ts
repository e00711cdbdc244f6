import type { CallLog } from './call-log.ts';
import type { Params } from './form.ts';
import type { Faults } from './faults.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** The stand-in's parts, for every route. */
export interface Provider {
  /** The stand-in's own address, for links and the page script. */
  url: string;
  secretKey: string;
  publishableKey: string;
  store: Store;
  webhooks: Webhooks;
  faults: Faults;
  calls: CallLog;
  idempotency: IdempotencyKeys;
  /** How long a renewal's invoice is a draft before Stripe finalizes it. */
  draftSeconds: number;
}

/** One call of the API. */
export interface Call {
  provider: Provider;
  /** The `:id` in the path. */
  id: string;
  /** The `:inner` in the path. */
  inner: string;
  params: Params;
  /** The call came from the page, with the publishable key. */
  isFromPage: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` in place of an id. */
  path: string;
  /** The parameters that the stand-in understands. It rejects others, because they would have an effect at Stripe. */
  params: readonly string[];
  /** The page may call it too. */
  isForPage?: boolean;
  answer(call: Call): object;
}
