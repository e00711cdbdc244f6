import type { IncomingMessage } from 'node:http';
import { textOf, type Params } from './form.ts';
import type { Provider } from './provider.ts';
import { invalidRequest, type StripeError } from './stripe-error.ts';

/** The portal's API sends the secret key in a header. The page sends the publishable key as a parameter. */
export function checkKey(
  provider: Provider,
  request: IncomingMessage,
  params: Params,
  isForPage: boolean,
): { isFromPage: boolean } {
  const key = keyIn(request.headers.authorization) ?? textOf(params, 'key');
  delete params['key'];
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (key === provider.secretKey) return { isFromPage: false };
  if (key !== provider.publishableKey) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
  }
  if (!isForPage) {
    throw invalidRequest(
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      { code: 'secret_key_required', status: 403 },
    );
  }
  return { isFromPage: true };
}

function keyIn(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? [];
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic' && value) return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function unauthorized(message: string): StripeError {
  return invalidRequest(message, { status: 401 });
}
