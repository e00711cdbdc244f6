import { accountRoutes } from './account.ts';
import { challengeRoutes } from './challenges.ts';
import { customerBalanceRoutes } from './customer-balance.ts';
import { customerRoutes } from './customers.ts';
import { couponRoutes } from './discounts.ts';
import { disputeRoutes } from './disputes.ts';
import { eventRoutes } from './events.ts';
import { invoicePaymentRoutes } from './invoice-payments.ts';
import { invoiceRoutes } from './invoices.ts';
import { pathPattern } from './path-pattern.ts';
import { pauseRoutes } from './pause.ts';
import { paymentIntentRoutes } from './payment-intents.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import type { Route } from './provider.ts';
import { refundRoutes } from './refunds.ts';
import { setupIntentRoutes } from './setup-intents.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { taxIdRoutes } from './tax-ids.ts';
import { tokenRoutes } from './tokens.ts';

const routes: Route[] = [
  ...accountRoutes,
  ...challengeRoutes,
  ...couponRoutes,
  ...customerBalanceRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...invoicePaymentRoutes,
  ...invoiceRoutes,
  ...pauseRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...taxIdRoutes,
  ...tokenRoutes,
];

/** Sorted so that a path without `:id` takes precedence. */
const matchers = routes
  .map((route) => ({
    route,
    pattern: pathPattern(route.path),
  }))
  .sort((one, other) => Number(one.route.path.includes(':id')) - Number(other.route.path.includes(':id')));

export type FoundRoute = { route: Route; id: string; inner: string };

export function findRoute(method: string, path: string): FoundRoute | undefined {
  for (const { route, pattern } of matchers) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) {
      const [id, inner] = ['id', 'inner'].map((name) => decodeURIComponent(match.groups?.[name] ?? ''));
      return { route, id: id ?? '', inner: inner ?? '' };
    }
  }
  return undefined;
}
