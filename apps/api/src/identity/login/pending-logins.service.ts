import { Inject, Injectable } from '@nestjs/common';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { PENDING_LOGIN_MINUTES } from '@foyer/contracts/identity/second-factor';
import type { Transaction } from '@foyer/db/client';
import {
  ahead,
  clockTime,
  detached,
  greatest,
  typedSql,
  valueOf,
  type Change,
  type Expression,
} from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { limits } from '../../config/limits.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { cookieName } from '../../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../../request/request-context.ts';

const TOKEN = /^[\w-]{43}$/;

/**
 * Logins whose password was right and whose code is still to come. They are rows, so that any replica goes on with them
 * after any restart, and belong to the browser that has the `login` cookie. The database ends them when the password or
 * the address changes (trigger `users_proof_changed`), and with the factor.
 */
@Injectable()
export class PendingLogins {
  readonly #name: string;
  readonly #options: CookieAttributes;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
  ) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#name = cookieName('login', isHttps);
    this.#options = {
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      maxAge: PENDING_LOGIN_MINUTES * 60_000,
    };
  }

  /**
   * The statements that make a login wait, of the user that a query selects, and what its browser keeps. It takes the place of
   * one of the same person that waits there.
   */
  beginning(
    user: { id: string; holds: Expression<{ id: string }>; isBrowserNew: boolean },
    request: RequestContext,
  ): { token: string; statements: Change[] } {
    const token = mintToken();
    const begins = detached
      .insertInto('pendingLogins')
      .values({
        tokenHash: hashToken(token),
        userId: valueOf(user.holds),
        expiresAt: ahead({ minutes: PENDING_LOGIN_MINUTES }),
        isBrowserNew: user.isBrowserNew,
      })
      .returning('id');
    const former = this.#tokenHash(request);
    if (!former) return { token, statements: [begins] };
    const ends = detached
      .deleteFrom('pendingLogins')
      .where('tokenHash', '=', former)
      .where('userId', '=', user.id);
    return { token, statements: [ends, begins] };
  }

  /** Whose login waits in this browser. */
  async find(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    if (!tokenHash) return undefined;
    const row = await typedSql(this.pool)
      .selectFrom('pendingLogins')
      .select('userId')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', clockTime())
      .executeTakeFirst();
    return row?.userId;
  }

  /** Whether this browser's login still waits; then nothing ends it before the transaction does. */
  async lock(transaction: Transaction, request: RequestContext): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    if (!tokenHash) return false;
    const row = await typedSql(transaction)
      .selectFrom('pendingLogins')
      .select('id')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', clockTime())
      .forUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends this browser's, as part of the login that it has become. */
  async end(transaction: Transaction, request: RequestContext): Promise<void> {
    const tokenHash = this.#tokenHash(request);
    if (tokenHash) await transaction.pendingLogin.deleteMany({ where: { tokenHash } });
  }

  /**
   * Keeps the hash of a code that is mailed to this browser's person, in the place of any before, and lets their login wait
   * as long as the code is good. Whether it still waited.
   */
  async keepMailedCode(
    transaction: Transaction,
    mailedCodeHash: string,
    request: RequestContext,
  ): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    if (!tokenHash) return false;
    const kept = await typedSql(transaction)
      .updateTable('pendingLogins')
      .set((row) => ({
        ...{ mailedCodeHash, mailedCodeTries: 0 },
        expiresAt: greatest(row.ref('expiresAt'), ahead({ minutes: MAILED_CODE_MINUTES })),
      }))
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', clockTime())
      .executeTakeFirst();
    return kept.numUpdatedRows === 1n;
  }

  /** The hash of the code that was mailed, for one try, which is counted before anything is checked. */
  async tryMailedCode(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    if (!tokenHash) return undefined;
    const tried = await typedSql(this.pool)
      .updateTable('pendingLogins')
      .set((row) => ({ mailedCodeTries: row('mailedCodeTries', '+', 1) }))
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', clockTime())
      .where('mailedCodeTries', '<', limits.mailedCodes.size)
      .where('mailedCodeHash', 'is not', null)
      .returning('mailedCodeHash')
      .executeTakeFirst();
    return tried?.mailedCodeHash ?? undefined;
  }

  /** Uses up a code that was right. Whether it was still the one. */
  async useMailedCode(
    transaction: Transaction,
    mailedCodeHash: string,
    request: RequestContext,
  ): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    if (!tokenHash) return false;
    const used = await typedSql(transaction)
      .updateTable('pendingLogins')
      .set({ mailedCodeHash: null })
      .where('tokenHash', '=', tokenHash)
      .where('mailedCodeHash', '=', mailedCodeHash)
      .where('expiresAt', '>', clockTime())
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }

  remember(request: RequestContext, token: string): void {
    request.cookies.write(this.#name, token, this.#options);
  }

  /** Lets the cookie live as long as the code that was mailed. */
  rememberLonger(request: RequestContext): void {
    const token = request.cookies.all[this.#name];
    if (token === undefined) return;
    request.cookies.write(this.#name, token, { ...this.#options, maxAge: MAILED_CODE_MINUTES * 60_000 });
  }

  forget(request: RequestContext): void {
    request.cookies.clear(this.#name, this.#options);
  }

  #tokenHash(request: RequestContext): Uint8Array<ArrayBuffer> | undefined {
    const value = request.cookies.all[this.#name];
    return value !== undefined && TOKEN.test(value) ? hashToken(value) : undefined;
  }
}
