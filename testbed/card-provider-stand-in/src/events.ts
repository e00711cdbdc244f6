import Stripe from 'stripe';
import { numberOf, objectOf, textOf, textsOf } from './form.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { nowInSeconds } from './store.ts';

export const API_VERSION = Stripe.API_VERSION;

export type EventType = Stripe.Event['type'];

export function emit(provider: Provider, type: EventType, object: object, previous?: object): void {
  const event = {
    id: provider.store.newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: { object: structuredClone(object), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  provider.store.events.set(event.id, event);
  provider.webhooks.send(event);
}

/**
 * Changes fields of an object. With `type`, emits an event of this type with the previous values, unless all are equal.
 */
export function change<T extends object>(
  provider: Provider,
  object: T,
  changes: Partial<T>,
  type?: EventType,
): void {
  const changed = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(object[field as keyof T]) !== JSON.stringify(value),
  );
  if (changed.length === 0) return;
  const previous = Object.fromEntries(
    changed.map(([field]) => [field, structuredClone(object[field as keyof T])]),
  );
  Object.assign(object, changes);
  if (type) emit(provider, type, object, previous);
}

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    params: [...LIST_PARAMS, 'created', 'type', 'types'],
    answer(call) {
      const type = textOf(call.params, 'type');
      const types = type ? [type] : textsOf(call.params, 'types');
      const since = numberOf(objectOf(call.params, 'created') ?? {}, 'gte') ?? 0;
      const events = [...call.provider.store.events.values()].filter(
        (event) => event.created >= since && (types.length === 0 || types.includes(event.type)),
      );
      return listAnswer(call, events, '/v1/events');
    },
  },
  readRoute('events', 'event'),
];
