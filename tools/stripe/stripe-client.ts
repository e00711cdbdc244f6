import { Stripe } from 'stripe';
import { CommandError } from '../command-error.ts';
import { readPort } from '../ports.ts';

/**
 * The card provider as the API reaches it: STRIPE_SECRET_KEY at STRIPE_API_URL, which is Stripe unless it is set. With
 * neither key nor DATABASE_URL, the stand-in of `npm start`. Throws a `Fault` for a portal without a key.
 */
export async function connectToProvider(environment: NodeJS.ProcessEnv = process.env): Promise<Stripe> {
  const key = environment['STRIPE_SECRET_KEY'];
  if (key) return clientFor(key, environment['STRIPE_API_URL'] || 'https://api.stripe.com');
  if (environment['DATABASE_URL']) throw new CommandError('Set STRIPE_SECRET_KEY as the API has it.');
  // Only here: an image has no stand-in.
  const { STAND_IN_KEYS } = await import('@foyer/card-provider-stand-in/start-card-provider');
  const port = readPort('CARD_PROVIDER_PORT', 12_111);
  return clientFor(STAND_IN_KEYS.secretKey, `http://127.0.0.1:${port}`);
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
