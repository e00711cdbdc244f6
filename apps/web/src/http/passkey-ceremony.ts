import type { Assertion, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';

/** Checks the server's request for a passkey without the schemas, which the login page loads later (decision 15). */
export function toPasskeyRequest(value: unknown): PasskeyRequest {
  const { challenge, rpId, timeout } = value as Record<keyof PasskeyRequest, unknown>;
  if (typeof challenge !== 'string' || typeof rpId !== 'string' || typeof timeout !== 'number')
    throw new Error('Not a request for a passkey');
  return { challenge, rpId, timeout, userVerification: 'required' };
}

/** The portal canceled the ceremony, for example because another one began. */
export function isAborted(error: unknown): boolean {
  return error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED';
}

/** The visitor refused, had no passkey, or took too long: browsers do not say which of them. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError';
}

/**
 * Lets a passkey sign a challenge. If the visitor refuses, throws if `inField` is true, and otherwise returns
 * undefined.
 */
export async function signWithPasskey(
  request: PasskeyRequest,
  inField = false,
): Promise<Assertion | undefined> {
  try {
    const { id, rawId, response } = await startAuthentication({
      optionsJSON: request,
      useBrowserAutofill: inField,
      verifyBrowserAutofillInput: false,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    // All passkeys of this portal are discoverable and have a user handle. Ignores other passkeys.
    if (userHandle === undefined) return undefined;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  } catch (error) {
    if (isNotAllowed(error) && !inField) return undefined;
    throw error;
  }
}
