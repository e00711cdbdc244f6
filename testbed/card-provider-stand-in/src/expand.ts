import { textsOf, type Params } from './form.ts';
import { confirmationSecretOf, paidOutside, paymentsOf } from './invoice-payments.ts';
import type { Provider } from './provider.ts';
import { refundsOf } from './refunds.ts';
import { invalidRequest } from './stripe-error.ts';
import { expandedTaxIds } from './tax-ids.ts';
import { customerTax } from './customer-tax.ts';

type Fields = Record<string, unknown>;

/** Returns a field that answers contain only with `expand`, or undefined for other fields. */
function includable(provider: Provider, object: Fields, field: string): unknown {
  const kind = object['object'];
  if (kind === 'invoice' && field === 'confirmation_secret')
    return confirmationSecretOf(provider, object['id'] as string);
  if (kind === 'invoice' && field === 'payments') return paymentsOf(provider, object['id'] as string);
  if (kind === 'invoice' && field === 'amount_paid_off_stripe')
    return paidOutside(provider, object['id'] as string);
  if (kind === 'charge' && field === 'refunds') return refundsOf(provider, object['id'] as string);
  if (kind === 'customer' && field === 'tax') return customerTax(provider, object['id'] as string);
  if (kind === 'customer' && field === 'tax_ids') return expandedTaxIds(provider, object['id'] as string);
  return undefined;
}

/** A payment has only the field that its `type` names. Expanding another one changes nothing. */
function isOfAnotherKind(object: Fields, field: string): boolean {
  const kinds = ['charge', 'payment_intent', 'payment_record'];
  return kinds.includes(field) && kinds.includes(object['type'] as string) && object['type'] !== field;
}

export function expand(provider: Provider, answer: object, params: Params): object {
  const copy = structuredClone(answer) as Fields;
  for (const path of textsOf(params, 'expand')) {
    const steps = path.split('.');
    if (steps.length > 4) {
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    }
    expandPath(provider, copy, steps, path);
  }
  return copy;
}

function expandedFrom(provider: Provider, value: unknown): unknown {
  return typeof value === 'string' ? structuredClone(provider.store.find(value)) : value;
}

function expandPath(provider: Provider, object: Fields, [field, ...rest]: string[], path: string): void {
  if (field === undefined || object[field] === null || isOfAnotherKind(object, field)) return;
  const value = object[field] ?? includable(provider, object, field);
  if (value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const expanded = Array.isArray(value)
    ? value.map((entry: unknown) => expandedFrom(provider, entry))
    : expandedFrom(provider, value);
  if (expanded === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  object[field] = expanded;
  if (rest.length === 0) return;
  const targets = Array.isArray(expanded) ? expanded : [expanded];
  for (const target of targets) {
    if (typeof target === 'object' && target !== null) expandPath(provider, target as Fields, rest, path);
  }
}
