import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { PENDING_LOGIN_MINUTES } from '@foyer/contracts/identity/second-factor';
import type { Db, Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { UNFINISHED_LOGIN_QUEUE } from '@foyer/mail/queues';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { limits } from '../../config/limits.ts';
import { Jobs } from '../../database/jobs.ts';
import { bucketOf, take } from '../../mails/mail-limits.ts';
import { ownCookie, type OwnCookie } from '../../request/cookie-name.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { lockBehindLogins } from './known-devices.queries.ts';
import {
  deletePendingLogin,
  findPendingLogin,
  insertPendingLogin,
  keepMailedCode,
  lockPendingLogin,
  secondsToNextUnfinished,
  takeUnfinishedLogins,
  tryMailedCode,
  useMailedCode,
} from './pending-logins.queries.ts';

const TOKEN = /^[\w-]{43}$/;

type UnfinishedLoginJob = { userId: string };

/**
 * Logins whose password was right and whose code is still to come. They are rows, so that any replica goes on with them
 * after any restart, and belong to the browser that has the `login` cookie. The database ends them when the password or
 * the address changes (trigger `users_proof_changed`), and with the factor.
 *
 * People are mailed, once a day at most, when one of a browser new to them runs out: whoever it was knows the password.
 */
@Injectable()
export class PendingLogins implements OnApplicationBootstrap {
  readonly #cookie: OwnCookie;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {
    this.#cookie = ownCookie('login', env.PUBLIC_URL, PENDING_LOGIN_MINUTES * 60_000);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(UNFINISHED_LOGIN_QUEUE, (transaction, { userId }: UnfinishedLoginJob) =>
      this.#mailOfUnfinished(transaction, userId),
    );
  }

  /**
   * Lets a login wait, in the place of one of the same person that waits in this browser, and returns what the browser keeps.
   * One of a browser new to the person is looked at when it has run out.
   */
  async begin(
    db: Db,
    login: { userId: string; isBrowserNew: boolean },
    request: RequestContext,
  ): Promise<string> {
    const token = mintToken();
    const former = this.#tokenHash(request);
    if (former) await deletePendingLogin(db, former, login.userId);
    await insertPendingLogin(db, { tokenHash: hashToken(token), ...login });
    if (login.isBrowserNew) await this.#lookLater(db, login.userId, PENDING_LOGIN_MINUTES * 60);
    return token;
  }

  /** Whose login waits in this browser. */
  async find(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash && findPendingLogin(this.pool, tokenHash);
  }

  /** Whether this browser's login still waits; then nothing ends it before the transaction does. */
  async lock(transaction: Transaction, request: RequestContext): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && lockPendingLogin(transaction, tokenHash);
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
    codeHash: string,
    request: RequestContext,
  ): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && keepMailedCode(transaction, tokenHash, codeHash);
  }

  /** The hash of the code that was mailed, for one try, which is counted before anything is checked. */
  async tryMailedCode(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash && tryMailedCode(this.pool, tokenHash);
  }

  /** Uses up a code that was right. Whether it was still the one. */
  async useMailedCode(transaction: Transaction, codeHash: string, request: RequestContext): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && useMailedCode(transaction, tokenHash, codeHash);
  }

  writeCookie(request: RequestContext, token: string): void {
    request.cookies.write(this.#cookie.name, token, this.#cookie.options);
  }

  /** Lets the cookie live as long as the code that was mailed. */
  keepCookieLonger(request: RequestContext): void {
    const token = request.cookies.all[this.#cookie.name];
    if (token === undefined) return;
    request.cookies.write(this.#cookie.name, token, {
      ...this.#cookie.options,
      maxAge: MAILED_CODE_MINUTES * 60_000,
    });
  }

  forget(request: RequestContext): void {
    request.cookies.clear(this.#cookie.name, this.#cookie.options);
  }

  #tokenHash(request: RequestContext): Uint8Array<ArrayBuffer> | undefined {
    const value = request.cookies.all[this.#cookie.name];
    return value !== undefined && TOKEN.test(value) ? hashToken(value) : undefined;
  }

  async #lookLater(db: Db, userId: string, seconds: number): Promise<void> {
    await this.jobs.send(
      db,
      UNFINISHED_LOGIN_QUEUE,
      { userId } satisfies UnfinishedLoginJob,
      seconds,
      userId,
    );
  }

  async #mailOfUnfinished(transaction: Transaction, userId: string): Promise<void> {
    const user = await lockBehindLogins(transaction, userId);
    if (!user) return;
    const { email: to, firstName } = user;
    const first = await takeUnfinishedLogins(transaction, userId);
    if (first && (await take(transaction, [bucketOf(limits.deviceNotices, to, 'login-unfinished')])) === 0) {
      const content = { firstName, at: first.toISOString() };
      await this.mails.enqueueMail(transaction, { kind: 'login-unfinished', to, content });
    }
    const seconds = await secondsToNextUnfinished(transaction, userId);
    if (seconds !== undefined) await this.#lookLater(transaction, userId, Math.max(1, seconds));
  }
}
