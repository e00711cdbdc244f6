import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { readTime } from '../../database/clock.queries.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import type { Session } from '../../identity/session.service.ts';
import type { ValidRequest } from './authorize-checks.ts';
import { readLogin } from './authorize.queries.ts';
import { oauthKeys } from './oauth-keys.ts';
import type { Parameters } from './parameters.ts';
import { isFulfilledByLogin } from './prompts.ts';

/** The name of the parameter that contains the mark: the signed time at which the app asked for a login. */
const ASKED_AT = 'asked_at';
const MARK = new RegExp(`&${ASKED_AT}=[^&]*`, 'g');

export function withRequestTime(url: string, mark: string): string {
  return `${url.replace(MARK, '')}&${ASKED_AT}=${mark}`;
}

export function hasRequestTime(url: string): boolean {
  return url.includes(`&${ASKED_AT}=`);
}

/** If the login takes longer, the user must log in again. */
const WAIT_FOR_LOGIN_MS = 3_600_000;

export type Login = {
  isDue: boolean;
  /** The session began after the app's request, so another login would not help. */
  isSessionAfterRequest: boolean;
};

/**
 * Checks whether a user has logged in since an app asked for a fresh login, so that the portal asks only once. The
 * URL of the request carries a mark with the time at which the app asked. A new session alone does not count, because
 * a company's sign-in may rest on an earlier proof of identity. All times are from the database's clock.
 */
@Injectable()
export class FreshLogins {
  readonly #keys: readonly Buffer[];

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
  ) {
    this.#keys = oauthKeys(env);
  }

  /** Returns undefined if the app asks for nothing that a login fulfills. */
  async signRequestTime({ prompts, parameters }: ValidRequest): Promise<string | undefined> {
    if (!isFulfilledByLogin(prompts)) return undefined;
    const at = String((await readTime(this.pool)).getTime());
    return `${at}.${this.#sign(at, parameters)[0]}`;
  }

  async checkLogin({ prompts, parameters }: ValidRequest, { id }: Session): Promise<Login> {
    if (!isFulfilledByLogin(prompts)) return { isDue: false, isSessionAfterRequest: false };
    const requestedAt = this.#readMark(parameters);
    const waitsUntil = requestedAt && new Date(requestedAt.getTime() + WAIT_FOR_LOGIN_MS);
    const login = await readLogin(this.pool, id, { requestedAt, waitsUntil });
    const { isFresh, isSessionAfterRequest, age } = login ?? NO_LOGIN;
    const isTooOld = prompts.maxAgeSeconds !== undefined && age > prompts.maxAgeSeconds;
    return { isDue: !isFresh && (prompts.values.has('login') || isTooOld), isSessionAfterRequest };
  }

  #readMark(parameters: Parameters): Date | undefined {
    const [, at, signature] = /^(\d{13})\.([\w-]{43})$/.exec(parameters[ASKED_AT] ?? '') ?? [];
    if (at === undefined || signature === undefined) return undefined;
    const given = Buffer.from(signature);
    return this.#sign(at, parameters).some((good) => timingSafeEqual(Buffer.from(good), given))
      ? new Date(Number(at))
      : undefined;
  }

  #sign(at: string, { [ASKED_AT]: _mark, ...parameters }: Parameters): string[] {
    const request = JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return this.#keys.map((key) =>
      createHmac('sha256', key).update(`${ASKED_AT} ${at} ${request}`).digest('base64url'),
    );
  }
}

const NO_LOGIN = { isFresh: false, isSessionAfterRequest: false, age: Number.POSITIVE_INFINITY };
