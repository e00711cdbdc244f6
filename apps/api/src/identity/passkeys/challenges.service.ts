import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ahead, cast, detached, insertSelected, now, typedSql } from '@foyer/db/typed-sql';
import { open, seal } from '@foyer/mail/seal';
import { Pool } from 'pg';
import { z } from 'zod';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { hashToken } from '../../request/secret-token.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SessionCookie } from '../session-cookie.ts';

/** How long an authenticator has for its answer. The browser asks anew in time where it waits in a field. */
const CHALLENGE_LIFE_MINUTES = 10;
export const CHALLENGE_LIFE_MS = CHALLENGE_LIFE_MINUTES * 60_000;

/** What an answer is for; that of one is worth nothing for another. */
type ChallengePurpose = 'login' | 'proof' | 'registration';

/** `userId`: whose passkey is to answer, where somebody is signed in. */
type AskedFor = { purpose: ChallengePurpose; userId?: string };

const PURPOSE = 'foyer passkey challenge';

/** The end is on the database's clock; 16 random bytes are what the standard asks of a challenge (WebAuthn 13.4.3). */
const sealedChallenge = z.object({ random: z.string(), expiresAt: z.coerce.date() });

/**
 * Challenges for passkeys. A challenge says itself, sealed, until when it is good, for what, and in which browser: none is
 * kept, since every view of the login asks for one. Only that it was answered is.
 */
@Injectable()
export class ChallengesService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /** A new challenge for this browser, base64url. */
  async make(askedFor: AskedFor, request: RequestContext): Promise<string> {
    this.sessionCookie.ensure(request);
    const { expiresAt } = await typedSql(this.pool)
      .selectNoFrom(ahead({ minutes: CHALLENGE_LIFE_MINUTES }).as('expiresAt'))
      .executeTakeFirstOrThrow();
    const text = JSON.stringify({ random: randomBytes(16).toString('base64url'), expiresAt });
    return seal(text, PURPOSE, this.#boundTo(askedFor, request), this.env.CSRF_SECRET[0] ?? '');
  }

  /** Whether it is ours, for this and for this browser. Whether it is still good, and unanswered, `use` says. */
  isOurs(challenge: string, askedFor: AskedFor, request: RequestContext): boolean {
    return this.#open(challenge, askedFor, request) !== undefined;
  }

  /** Takes a challenge as answered. Of concurrent callers one gets true; none after its end. */
  async use(challenge: string, askedFor: AskedFor, request: RequestContext): Promise<boolean> {
    const opened = this.#open(challenge, askedFor, request);
    if (!opened) return false;
    const { expiresAt } = opened;
    const used = await insertSelected(
      typedSql(this.pool).insertInto('usedChallenges'),
      ['challengeHash', 'expiresAt'],
      () =>
        detached
          .selectNoFrom((row) => [
            row.val(hashToken(challenge)).as('challengeHash'),
            row.val(expiresAt).as('expiresAt'),
          ])
          .where((row) => row(cast(row.val(expiresAt), 'timestamptz'), '>', now())),
    )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return used.numInsertedOrUpdatedRows === 1n;
  }

  #open(challenge: string, askedFor: AskedFor, request: RequestContext) {
    const text = open(challenge, PURPOSE, this.#boundTo(askedFor, request), this.env.CSRF_SECRET);
    if (text === undefined) return undefined;
    // It may be of another release, in another form.
    const read = sealedChallenge.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  }

  #boundTo({ purpose, userId = '' }: AskedFor, request: RequestContext): string {
    const browser = Buffer.from(this.sessionCookie.browserHash(request)).toString('base64url');
    return `${purpose} ${userId} ${browser}`;
  }
}
