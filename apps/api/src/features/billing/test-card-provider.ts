import type { CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';

/** The environment of a replica that takes the stand-in for Stripe. */
export function environmentFor(provider: CardProvider): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
    STRIPE_API_URL: provider.url,
    STRIPE_JS_URL: `${provider.url}/v3/`,
    STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
  };
}
