import { Stripe } from 'stripe';
import { CommandError } from '@foyer/tools/command-error';
import { findCardProviderUrl } from '@foyer/tools/run/started-addresses';
import { ownerUrl } from '@foyer/tools/prisma/database-urls';

/**
 * Calls `run` with a Stripe client for STRIPE_SECRET_KEY and STRIPE_API_URL. Without a key and a database URL, the
 * client calls the stand-in of `npm start`. Throws a `CommandError` if a database URL is set but no key, and for a
 * provider that does not respond or rejects the key.
 */
export async function withProvider<T>(run: (stripe: Stripe) => Promise<T>): Promise<T> {
  const { key, url } = await findProvider();
  try {
    return await run(clientFor(key, url));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError)
      throw new CommandError(`The card provider at ${url} does not answer: ${error.detail ?? error.message}`);
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new CommandError(`The card provider at ${url} rejects STRIPE_SECRET_KEY. Check the key.`);
    throw error;
  }
}

async function findProvider(): Promise<{ key: string; url: string }> {
  const key = process.env['STRIPE_SECRET_KEY'];
  if (key) return { key, url: process.env['STRIPE_API_URL'] || 'https://api.stripe.com' };
  if (ownerUrl(process.env)) throw new CommandError('Set STRIPE_SECRET_KEY to the key that the API uses.');
  // Imported here, because the image has no stand-in.
  const { STAND_IN_KEYS } = await import('@foyer/card-provider-stand-in/start-card-provider');
  return { key: STAND_IN_KEYS.secretKey, url: findCardProviderUrl() };
}

export function clientFor(secretKey: string, apiUrl: string): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
  });
}
