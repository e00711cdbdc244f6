import type { CallLog } from './call-log.ts';
import type { Params } from './form.ts';
import type { Faults } from './faults.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface Provider {
  url: string;
  secretKey: string;
  publishableKey: string;
  store: Store;
  webhooks: Webhooks;
  faults: Faults;
  calls: CallLog;
  idempotency: IdempotencyKeys;
  draftSeconds: number;
}

export interface Call {
  provider: Provider;
  id: string;
  inner: string;
  params: Params;
  isFromPage: boolean;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The supported parameters. The stand-in rejects all others, because it does not imitate their effect at Stripe. */
  params: readonly string[];
  isForPage?: boolean;
  answer(call: Call): object;
}
