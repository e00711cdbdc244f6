import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { networkOf } from '../../http/client-network.ts';

/** Refused sign-ins of one network that get a row each in the security log, of each replica. */
export const refusalRows = { rows: 60, seconds: 60 };

/**
 * Keeps strangers, who can post as many forms as they like, from filling the security log. Above the number a refusal is
 * only logged and counted; nobody is refused for it, since a whole company may be behind one address.
 */
@Injectable()
export class RefusalRows {
  readonly #limiter: RateLimiterMemory;

  constructor(@Inject(API_ENV) env: ApiEnv) {
    const { rows, seconds } = refusalRows;
    this.#limiter = new RateLimiterMemory({ points: rows * env.RATE_LIMIT_FACTOR, duration: seconds });
  }

  /** Whether one more refused form from there gets a row. */
  async take(request: Request): Promise<boolean> {
    try {
      await this.#limiter.consume(networkOf(request.ip ?? ''));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }
}
