import type { ApiEnv } from './env.ts';

/**
 * Returns the URL of the simulated Stripe's script: the portal's host, with the protocol and port of STRIPE_API_URL.
 * Returns undefined if STRIPE_API_URL is not set, because the real Stripe is used in this case.
 */
export function standInScript({ STRIPE_API_URL, PUBLIC_URL }: ApiEnv): URL | undefined {
  if (!STRIPE_API_URL) return undefined;
  const script = new URL('/v3/', PUBLIC_URL);
  script.protocol = STRIPE_API_URL.protocol;
  script.port = STRIPE_API_URL.port;
  return script;
}
