import type { Assertion, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';

/** Sends requests. Loaded apart from the schemas, which the login page needs only to send (decision 15). */
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
    // Our passkeys are all discoverable, so one without a user handle is not ours.
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
