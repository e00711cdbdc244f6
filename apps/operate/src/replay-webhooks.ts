import { customerToRead } from '@foyer/catalog/billing-events';
import type { Stripe } from 'stripe';
import { CommandError } from '@foyer/tools/command-error';
import type { CommandDatabase } from './with-database.ts';
import { storeEvents, type EventToHandle } from './handle-events.ts';
import { recordBillingOperation } from './record.ts';

/** The number of days for which Stripe lists events (https://docs.stripe.com/api/events/list). */
const LISTED_DAYS = 30;
const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Parses `2h`, `3d`, `30m` or an ISO 8601 time. Throws `CommandError` for other text, and for times in the future or
 * too long ago.
 */
export function readSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const since =
    unit === 'm' || unit === 'h' || unit === 'd'
      ? new Date(now.getTime() - Number(count) * UNIT_MS[unit])
      : new Date(/^\d{4}-\d{2}-\d{2}/.test(text) ? text : Number.NaN);
  if (!(since.getTime() <= now.getTime()))
    throw new CommandError(`"${text}" is not a time in the past, such as 2h, 3d or 2026-11-22T06:00Z.`);
  if (since.getTime() < now.getTime() - LISTED_DAYS * UNIT_MS.d)
    throw new CommandError(
      `The provider lists only the events of ${LISTED_DAYS} days. For earlier changes, use \`billing-drift\`.`,
    );
  return since;
}

export async function replayWebhooks(
  database: CommandDatabase,
  stripe: Stripe,
  since: Date,
): Promise<string[]> {
  const listed: EventToHandle[] = [];
  for await (const event of stripe.events.list({
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: 100,
  })) {
    const customerId = customerToRead(event);
    if (customerId !== undefined) listed.push({ id: event.id, type: event.type, customerId });
  }
  const stored = await storeEvents(database, listed.toReversed(), (transaction, added) =>
    recordBillingOperation(transaction, 'replay-webhooks', {
      since: since.toISOString(),
      found: listed.length,
      stored: added.length,
    }),
  );
  return [
    ...stored.map(({ id, type, customerId }) => `${id}  ${type}  ${customerId}`),
    `${listed.length} event(s) about subscriptions since ${since.toISOString()}, ${stored.length} of them new. The API handles them now.`,
  ];
}
