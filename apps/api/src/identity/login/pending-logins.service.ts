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
import { bucketOf, fillIfRoom } from '../../mails/mail-limits.ts';
import { ownCookie, type OwnCookie } from '../../request/cookie-name.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { lockUserAfterLogins } from './known-devices.queries.ts';
import {
  deletePendingLogin,
  findPendingLogin,
  insertPendingLogin,
  keepMailedCode,
  lockPendingLogin,
  secondsToNextUnfinished,
  takeUnfinishedLogins,
  countMailedCodeTry,
  useMailedCode,
} from './pending-logins.queries.ts';

const TOKEN = /^[\w-]{43}$/;

type UnfinishedLoginJob = { userId: string };

/**
 * Logins with a correct password that wait for a code. They are database rows, so any replica can continue them, also
 * after a restart. A login belongs to the browser with the `login` cookie. The database ends it when the password or
 * address changes or the user is deactivated (trigger `users_proof_changed`), and when the factor is removed.
 *
 * If a pending login of a new browser expires, another person probably knows the password. The user then gets a mail,
 * at most one a day.
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
   * Returns the cookie's value. Replaces the same user's pending login in this browser. If the browser is new to the
   * user, schedules a job for the time when the login expires.
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

  async find(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash && findPendingLogin(this.pool, tokenHash);
  }

  /** Returns whether this browser's login is still pending. If so, locks its row until the transaction ends. */
  async lock(transaction: Transaction, request: RequestContext): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && lockPendingLogin(transaction, tokenHash);
  }

  async end(transaction: Transaction, request: RequestContext): Promise<void> {
    const tokenHash = this.#tokenHash(request);
    if (tokenHash) await transaction.pendingLogin.deleteMany({ where: { tokenHash } });
  }

  async keepMailedCode(
    transaction: Transaction,
    codeHash: string,
    request: RequestContext,
  ): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && keepMailedCode(transaction, tokenHash, codeHash);
  }

  async countMailedCodeTry(request: RequestContext): Promise<string | undefined> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash && countMailedCodeTry(this.pool, tokenHash);
  }

  async useMailedCode(transaction: Transaction, codeHash: string, request: RequestContext): Promise<boolean> {
    const tokenHash = this.#tokenHash(request);
    return tokenHash !== undefined && useMailedCode(transaction, tokenHash, codeHash);
  }

  writeCookie(request: RequestContext, token: string): void {
    request.cookies.write(this.#cookie.name, token, this.#cookie.options);
  }

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
    const user = await lockUserAfterLogins(transaction, userId);
    if (!user) return;
    const { email: to, firstName } = user;
    const first = await takeUnfinishedLogins(transaction, userId);
    if (
      first &&
      (await fillIfRoom(transaction, [bucketOf(limits.deviceNotices, to, 'login-unfinished')])) === 0
    ) {
      const content = { firstName, at: first.toISOString() };
      await this.mails.enqueueMail(transaction, { kind: 'login-unfinished', to, content });
    }
    const seconds = await secondsToNextUnfinished(transaction, userId);
    if (seconds !== undefined) await this.#lookLater(transaction, userId, Math.max(1, seconds));
  }
}
