import { Injectable } from '@nestjs/common';
import { limits } from '../../config/limits.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import { countOnNetworks } from '../../http/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';

/**
 * Keeps strangers, who can post as many forms as they like, from filling the security log. Above the number a refusal is
 * only logged and counted; nobody is refused for it, since a whole company may be behind one address.
 */
@Injectable()
export class RejectionLogLimit {
  constructor(private readonly counts: RateLimiter) {}

  /** Whether one more refused form from there gets a row. */
  async take(request: RequestContext): Promise<boolean> {
    const wait = await countOnNetworks(this.counts, 'saml-refusals', request.address, limits.rejectionRows);
    return wait === undefined;
  }
}
