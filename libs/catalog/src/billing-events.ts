/** These events may change a team's subscription, next charge or credit. */
const INTERESTING =
  /^(customer\.(subscription\.|updated)|invoice\.(created|finalized|paid|payment_|voided|marked_uncollectible))/;

/** The events that the webhook endpoint must receive (docs/stripe.md). */
export const billingEvents = [
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'customer.updated',
  'invoice.created',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.payment_succeeded',
  'invoice.voided',
] as const;

/**
 * Returns the ID of the customer to read after an event. Returns undefined if the event does not match `INTERESTING`.
 */
export function customerToRead(event: { type: string; data: { object: object } }): string | undefined {
  return INTERESTING.test(event.type) ? customerOf(event.data.object) : undefined;
}

function customerOf(object: object): string | undefined {
  const isCustomer = 'object' in object && object.object === 'customer';
  const customer: unknown = isCustomer ? object : 'customer' in object ? object.customer : undefined;
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' &&
    customer !== null &&
    'id' in customer &&
    typeof customer.id === 'string'
    ? customer.id
    : undefined;
}
