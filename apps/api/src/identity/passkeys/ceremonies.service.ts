import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type {
  Assertion,
  NewCredential,
  PasskeyCreation,
  PasskeyRequest,
} from '@foyer/contracts/identity/passkeys';
import { open, seal } from '@foyer/mail/seal';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { Pool } from 'pg';
import { z } from 'zod';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Clock } from '../../database/clock.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken } from '../../request/secret-token.ts';
import { SessionCookie } from '../session-cookie.ts';
import { useChallenge } from './passkeys.queries.ts';

export type CredentialKey = { credentialId: string; publicKey: Uint8Array<ArrayBuffer> };

export type MadeCredential = CredentialKey & { counter: number; isBackedUp: boolean; transports: string[] };
export type Signed = { counter: number; isBackedUp: boolean };

/**
 * A response is valid only for the scope of its challenge. If `userId` is set, only this user's passkey may respond.
 */
export type ChallengeScope = { purpose: 'login' | 'proof' | 'registration'; userId?: string };

const CHALLENGE_LIFE_MS = 10 * 60_000;

const PURPOSE = 'foyer passkey challenge';

/** `random` has at least 16 bytes, as WebAuthn 13.4.3 recommends. `expiresAt` is on the database's clock. */
const sealedChallenge = z.object({ random: z.string(), expiresAt: z.coerce.date() });

/** EdDSA, ES256 and RS256, which WebAuthn Level 3, 5.4 recommends to support many kinds of authenticators. */
const ALGORITHMS = [-8, -7, -257];

/**
 * Builds the options for an authenticator and verifies its response with the WebAuthn library (Level 3, 7.1 and 7.2)
 * and our rules: exactly our origin and host, no cross-origin frame, and user verification. With user verification, a
 * passkey counts as two factors.
 *
 * A challenge is sealed, contains its expiry, and is bound to its scope and browser. Each view of the login page
 * requests a challenge, so only used challenges are stored.
 */
@Injectable()
export class CeremoniesService {
  readonly #expected: { expectedOrigin: string; expectedRPID: string; requireUserVerification: true };

  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly sessionCookie: SessionCookie,
  ) {
    const { origin, hostname } = env.PUBLIC_URL;
    this.#expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
  }

  /** Lists no credentials, so the browser offers all passkeys for this site. */
  begin(scope: ChallengeScope, request: RequestContext): PasskeyRequest {
    const challenge = this.#makeChallenge(scope, request);
    const rpId = this.#expected.expectedRPID;
    return { challenge, rpId, timeout: CHALLENGE_LIFE_MS, userVerification: 'required' };
  }

  beginRegistration(
    userId: string,
    names: Omit<PasskeyCreation['user'], 'id'>,
    existing: readonly { credentialId: string }[],
    request: RequestContext,
  ): PasskeyCreation {
    return {
      challenge: this.#makeChallenge({ purpose: 'registration', userId }, request),
      rp: { id: this.#expected.expectedRPID, name: this.env.PRODUCT_NAME },
      user: { id: userHandleOf(userId), ...names },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_LIFE_MS,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    };
  }

  async register(
    credential: NewCredential,
    userId: string,
    request: RequestContext,
  ): Promise<MadeCredential | undefined> {
    const challenge = this.readChallenge(credential, { purpose: 'registration', userId }, request);
    if (!challenge) return undefined;
    const { response, ...named } = credential;
    const { transports = [], ...answer } = response;
    const verified = await verifyRegistrationResponse({
      response: { ...named, response: answer, clientExtensionResults: {} },
      expectedChallenge: challenge.text,
      ...this.#expected,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    if (!verified?.registrationInfo || !(await this.#use(challenge))) return undefined;
    const { credential: made, credentialBackedUp: isBackedUp } = verified.registrationInfo;
    const publicKey = new Uint8Array(made.publicKey);
    return { credentialId: made.id, publicKey, counter: made.counter, isBackedUp, transports };
  }

  /**
   * Verifies a signature and consumes its challenge. Returns undefined if the signature or the challenge is invalid.
   * Accepts any counter, because the caller compares it.
   */
  async authenticate(
    credential: Assertion,
    { credentialId: id, publicKey, userId }: CredentialKey & { userId: string },
    challenge: OpenedChallenge,
  ): Promise<Signed | undefined> {
    if (credential.response.userHandle !== userHandleOf(userId)) return undefined;
    const result = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge.text,
      ...this.#expected,
      credential: { id, publicKey, counter: 0 },
    }).catch(() => undefined);
    if (!result?.verified || !(await this.#use(challenge))) return undefined;
    const { newCounter: counter, credentialBackedUp: isBackedUp } = result.authenticationInfo;
    return { counter, isBackedUp };
  }

  /**
   * Reads the challenge from a response. Returns undefined if the challenge is not ours, does not match the scope and
   * browser, or is unreadable, or if the response came from a cross-origin frame. `#use` checks expiry and reuse.
   */
  readChallenge(
    { response }: Pick<Assertion | NewCredential, 'response'>,
    scope: ChallengeScope,
    request: RequestContext,
  ): OpenedChallenge | undefined {
    const text = challengeOf(response.clientDataJSON);
    const opened =
      text !== undefined && open(text, PURPOSE, this.#boundTo(scope, request), this.env.CSRF_SECRET);
    if (!opened) return undefined;
    // The sealed text may have another form if a different release made it.
    const read = sealedChallenge.safeParse(JSON.parse(opened));
    return read.success ? { text, expiresAt: read.data.expiresAt } : undefined;
  }

  #makeChallenge(scope: ChallengeScope, request: RequestContext): string {
    this.sessionCookie.ensure(request);
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_LIFE_MS);
    const text = JSON.stringify({ random: randomBytes(16).toString('base64url'), expiresAt });
    return seal(text, PURPOSE, this.#boundTo(scope, request), this.env.CSRF_SECRET[0] ?? '');
  }

  async #use({ text, expiresAt }: OpenedChallenge): Promise<boolean> {
    return expiresAt > this.clock.now() && useChallenge(this.pool, hashToken(text), expiresAt);
  }

  #boundTo({ purpose, userId = '' }: ChallengeScope, request: RequestContext): string {
    const browser = Buffer.from(this.sessionCookie.browserHash(request)).toString('base64url');
    return `${purpose} ${userId} ${browser}`;
  }
}

type OpenedChallenge = { text: string; expiresAt: Date };

function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON);
    if (typeof challenge !== 'string' || crossOrigin === true || topOrigin !== undefined) return undefined;
    return challenge;
  } catch {
    return undefined;
  }
}

/**
 * The user handle (WebAuthn Level 3, 5.4.3) is the bytes of the user's id in base64url. So it contains no personal data
 * and stays the same when the address changes.
 */
function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
