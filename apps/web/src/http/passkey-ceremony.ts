import type { Assertion, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';

/** The server's request, without the schemas, which the login does without until something is sent (decision 15). */
export function toPasskeyRequest(value: unknown): PasskeyRequest {
  const { challenge, rpId, timeout } = value as Record<keyof PasskeyRequest, unknown>;
  if (typeof challenge !== 'string' || typeof rpId !== 'string' || typeof timeout !== 'number')
    throw new Error('Not a request for a passkey');
  return { challenge, rpId, timeout, userVerification: 'required' };
}

/** Whether a ceremony ended because another one began or because its page was left. */
export function isAborted(error: unknown): boolean {
  return error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED';
}

/** Whether the visitor gave no passkey: they said no, had none, or took too long. Browsers do not tell which. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotAllowedError';
}

/** Has a passkey sign a challenge; undefined if the visitor gave none. */
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
    // One that does not say whose it is is not of ours, which are all discoverable.
    if (userHandle === undefined) return undefined;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  } catch (error) {
    if (isRefused(error) && !inField) return undefined;
    throw error;
  }
}
