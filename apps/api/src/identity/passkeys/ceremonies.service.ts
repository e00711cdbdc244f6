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

/** What is kept of a credential to know its signatures by. */
export type CredentialKey = { credentialId: string; publicKey: Uint8Array<ArrayBuffer> };

export type MadeCredential = CredentialKey & { counter: number; isBackedUp: boolean; transports: string[] };
export type Signed = { counter: number; isBackedUp: boolean };

/**
 * What an answer is for; that of one is worth nothing for another. `userId`: whose passkey is to answer, where somebody is signed
 * in.
 */
export type ChallengeScope = { purpose: 'login' | 'proof' | 'registration'; userId?: string };

/** How long an authenticator has for its answer. The browser asks anew in time where it waits in a field. */
const CHALLENGE_LIFE_MS = 10 * 60_000;

const PURPOSE = 'foyer passkey challenge';

/** The end is on the database's clock; 16 random bytes are what the standard asks of a challenge (WebAuthn 13.4.3). */
const sealedChallenge = z.object({ random: z.string(), expiresAt: z.coerce.date() });

/** EdDSA, ES256, RS256: what every authenticator has one of (WebAuthn Level 3, 5.4, `pubKeyCredParams`). */
const ALGORITHMS = [-8, -7, -257];

/**
 * What is asked of an authenticator, and what the WebAuthn library checks of its answer (Level 3, 7.1 and 7.2), with our rules:
 * our origin and host exactly, in no frame of another, and the user verified by the authenticator, so that a passkey is two
 * factors by itself.
 *
 * A challenge says itself, sealed, until when it is good, for what, and in which browser: none is kept, since every view of
 * the login asks for one. Only that it was answered is.
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

  /** What a browser asks its passkeys for a signature with: all that it has for us, of whomever. */
  begin(scope: ChallengeScope, request: RequestContext): PasskeyRequest {
    const challenge = this.#makeChallenge(scope, request);
    const rpId = this.#expected.expectedRPID;
    return { challenge, rpId, timeout: CHALLENGE_LIFE_MS, userVerification: 'required' };
  }

  /** What an authenticator makes a passkey with: one that is found without an address, and verifies the user. */
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

  /**
   * The credential that an authenticator has made for a challenge of ours in this browser, which is used up; undefined if
   * anything about it is not right.
   */
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
   * Checks a signature and uses its challenge up; undefined if anything about it is not right. The counter is the caller's to
   * compare: one that went back causes a mail, and stops nobody.
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
   * The challenge that an answer says it answers, if it is ours, for this and for this browser; undefined, too, if it cannot be
   * read, or was given in a frame. Whether it is still good, and unanswered, is checked last.
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
    // It may be of another release, in another form.
    const read = sealedChallenge.safeParse(JSON.parse(opened));
    return read.success ? { text, expiresAt: read.data.expiresAt } : undefined;
  }

  /** A new challenge for this browser, base64url. */
  #makeChallenge(scope: ChallengeScope, request: RequestContext): string {
    this.sessionCookie.ensure(request);
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_LIFE_MS);
    const text = JSON.stringify({ random: randomBytes(16).toString('base64url'), expiresAt });
    return seal(text, PURPOSE, this.#boundTo(scope, request), this.env.CSRF_SECRET[0] ?? '');
  }

  /** Takes a challenge as answered. Of concurrent callers one gets true; none after its end. */
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
 * A user's handle in their authenticators (WebAuthn Level 3, 5.4.3): the bytes of their id, so that it names nobody and
 * outlives a change of the address. base64url.
 */
function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
