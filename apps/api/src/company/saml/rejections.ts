import { Injectable } from '@nestjs/common';
import type { SamlProofOutcome } from '@foyer/contracts/company/saml';
import { pages } from '@foyer/contracts/pages';
import { AuditService } from '../../audit/audit.service.ts';
import { limits } from '../../config/limits.ts';
import { RateLimiter } from '../../http/rate-limiter.ts';
import { countOnNetworks } from '../../http/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { CheckFailed } from './check.ts';
import { SsoRedirect } from './sso-redirect.ts';

/** `idpName` is the name of a known identity provider, so that no text from strangers gets into the log. */
type Refused = { idpName: string | undefined; email?: string; proof?: Exclude<SamlProofOutcome, 'ok'> };

@Injectable()
export class Rejections {
  constructor(
    private readonly counts: RateLimiter,
    private readonly audit: AuditService,
  ) {}

  /**
   * Always throws `SsoRedirect`. The browser does not learn the reason, except `proof` for a step-up. Above a limit of
   * rejections per network, writes no row in the security log. The limit rejects no response, because a whole company
   * can share one network.
   */
  async reject(
    failure: CheckFailed,
    request: RequestContext,
    { idpName, email, proof }: Refused,
  ): Promise<never> {
    const reason = { check: failure.check, reason: failure.message, err: failure.cause };
    request.log.warn(reason, 'single sign-on refused');
    const action = proof ? 'session.prove' : 'sso.login';
    const details = idpName === undefined ? undefined : { identityProvider: idpName };
    const event = { action, outcome: failure.check, email, details } as const;
    const wait = await countOnNetworks(this.counts, 'saml-refusals', request.address, limits.rejectionRows);
    if (wait === undefined) await this.audit.record(event, request);
    else this.audit.report(event, request);
    throw new SsoRedirect(proof ? stepUpPage(proof) : pages.samlError, failure.problemCode);
  }
}

export const stepUpPage = (outcome: SamlProofOutcome): string => pages.samlProof.replace(':outcome', outcome);
