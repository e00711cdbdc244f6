import { Inject, Injectable } from '@nestjs/common';
import type { Assertion, NewCredential, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { CHALLENGE_LIFE_MS } from './challenges.service.ts';

/** What is kept of a credential to know its signatures by. */
export type CredentialKey = { credentialId: string; publicKey: Uint8Array<ArrayBuffer> };

export type MadeCredential = CredentialKey & { counter: number; isBackedUp: boolean; transports: string[] };
export type Signed = { counter: number; isBackedUp: boolean };

/** EdDSA, ES256, RS256: what every authenticator has one of (WebAuthn Level 3, 5.4, `pubKeyCredParams`). */
export const ALGORITHMS = [-8, -7, -257];

/**
 * What the WebAuthn library checks (Level 3, 7.1 and 7.2), with our rules: our origin and host exactly, in no frame of
 * another, and the user verified by the authenticator, so that a passkey is two factors by itself.
 */
@Injectable()
export class CeremoniesService {
  readonly rpId: string;
  readonly #origin: string;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    this.rpId = env.PUBLIC_URL.hostname;
    this.#origin = env.PUBLIC_URL.origin;
  }

  /** What a browser asks its passkeys for a signature with: all that it has for us, of whomever. */
  requestFor(challenge: string): PasskeyRequest {
    return { challenge, rpId: this.rpId, timeout: CHALLENGE_LIFE_MS, userVerification: 'required' };
  }

  /** The challenge that an answer says it answers; undefined if it cannot be read, or was given in a frame. */
  challengeOf({ response }: Pick<Assertion | NewCredential, 'response'>): string | undefined {
    try {
      const { challenge, crossOrigin, topOrigin } = decodeClientDataJSON(response.clientDataJSON);
      if (typeof challenge !== 'string' || crossOrigin === true || topOrigin !== undefined) return undefined;
      return challenge;
    } catch {
      return undefined;
    }
  }

  /** The credential that an authenticator has made; undefined if anything about it is not right. */
  async register(credential: NewCredential, challenge: string): Promise<MadeCredential | undefined> {
    const { response, ...named } = credential;
    const { transports = [], ...answer } = response;
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...named, response: answer, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!registrationInfo) return undefined;
      const { credential: made, credentialBackedUp: isBackedUp } = registrationInfo;
      const publicKey = new Uint8Array(made.publicKey);
      return { credentialId: made.id, publicKey, counter: made.counter, isBackedUp, transports };
    } catch {
      return undefined;
    }
  }

  /**
   * Checks a signature; undefined if anything about it is not right. The counter is the caller's to compare: one that
   * went back is told, and stops nobody.
   */
  async authenticate(
    credential: Assertion,
    key: CredentialKey,
    challenge: string,
  ): Promise<Signed | undefined> {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...credential, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.rpId,
        requireUserVerification: true,
        credential: { id: key.credentialId, publicKey: key.publicKey, counter: 0 },
      });
      if (!verified) return undefined;
      return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
    } catch {
      return undefined;
    }
  }
}
