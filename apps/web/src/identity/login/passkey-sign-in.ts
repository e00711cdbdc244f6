import { endpoints } from '@foyer/contracts/endpoints';
import type { Assertion } from '@foyer/contracts/identity/passkeys';
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { isAborted, signWithPasskey, toPasskeyRequest } from '../../http/passkey-ceremony.ts';
import { send } from '../../http/send.ts';

/** A challenge is renewed this long before it expires. */
const RENEWAL_MS = 30_000;

const requestChallenge = (signal?: AbortSignal) =>
  send(endpoints.passkeyLoginOptions, {
    reply: { parse: toPasskeyRequest },
    ...(signal && { signal }),
  });

export async function requestPasskey(): Promise<Assertion | undefined> {
  return signWithPasskey(await requestChallenge());
}

/** Lets the browser offer passkeys in the email field (conditional mediation) until `signal` aborts. */
export async function offerInField(
  signal: AbortSignal,
  onSigned: (credential: Assertion) => void,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  const stop = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', stop);
  while (!signal.aborted) {
    const request = await requestChallenge(signal);
    const renewal = setTimeout(stop, request.timeout - RENEWAL_MS);
    try {
      const credential = await signWithPasskey(request, true);
      if (signal.aborted) return;
      if (credential) return onSigned(credential);
    } catch (error) {
      // Only an abort, such as for the renewal, continues the loop. After another failure, the button still works.
      if (!isAborted(error)) return;
    } finally {
      clearTimeout(renewal);
    }
  }
}
