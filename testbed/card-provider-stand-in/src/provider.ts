import type { CallLog } from './call-log.ts';
import type { Params } from './form.ts';
import type { Faults } from './faults.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** The stand-in's parts, as every route sees them. */
export interface Provider {
  /** Where the stand-in answers, for links and the page script. */
  url: string;
  secretKey: string;
  publishableKey: string;
  store: Store;
  webhooks: Webhooks;
  faults: Faults;
  calls: CallLog;
  idempotency: IdempotencyKeys;
  /** How long a renewal's invoice is a draft before Stripe finalises it. */
  draftSeconds: number;
}

/** One call of the API, as the resources see it. */
export interface Call {
  provider: Provider;
  /** What the address names, `:id` of the route. */
  id: string;
  /** What stands below it, `:inner` of the route. */
  inner: string;
  params: Params;
  /** Came from the page, with the publishable key. */
  isFromPage: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `:id` where an id stands. */
  path: string;
  /** The parameters that the stand-in understands. Another one is refused: what is ignored here would work there. */
  params: readonly string[];
  /** The page may call it too. */
  isForPage?: boolean;
  answer(call: Call): object;
}
