import { PRO_PRICE_LOOKUP_KEY } from '@foyer/catalog/plans';
import { checkAccount } from './stripe-account.ts';
import { withProvider } from '../stripe-client.ts';
import { notChecked, ok, toDo, type Finding } from './finding.ts';

export async function checkCardProvider(isAsked: boolean): Promise<Finding[]> {
  if (!isAsked) return [notChecked('Stripe', 'STRIPE_SECRET_KEY is not set.')];
  const { facts, findings } = await withProvider((stripe) => checkAccount(stripe, PRO_PRICE_LOOKUP_KEY));
  return [
    ...findings.map((finding) => toDo('Stripe', finding)),
    ...facts.map((fact) => ok('Stripe', fact)),
    notChecked('Stripe', 'Check STRIPE_WEBHOOK_SECRET and the settings in docs/stripe.md by hand.'),
  ];
}
