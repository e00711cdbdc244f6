import type { ApiEnv } from './env.ts';

/**
 * Returns the URL of the script of the simulated Stripe: the portal's host, with protocol and port of STRIPE_API_URL.
 * Returns undefined without STRIPE_API_URL, because then the real Stripe is used.
 */
export function standInScript({ STRIPE_API_URL, PUBLIC_URL }: ApiEnv): URL | undefined {
  if (!STRIPE_API_URL) return undefined;
  const script = new URL('/v3/', PUBLIC_URL);
  script.protocol = STRIPE_API_URL.protocol;
  script.port = STRIPE_API_URL.port;
  return script;
}
