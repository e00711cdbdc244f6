import { Injectable } from '@nestjs/common';
import type { LoginReply } from '@foyer/contracts/identity/login';
import { AuditService } from '../../audit/audit.service.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { restrictionProblems } from '../access.ts';
import type { AdmissionResult } from '../admission.service.ts';
import { CompanyIdentities } from '../company-identities.ts';
import { SessionService, toSessionUser } from '../session.service.ts';
import { KnownDevicesService } from './known-devices.service.ts';
import { PendingLogins } from './pending-logins.service.ts';

@Injectable()
export class LoginCompletion {
  constructor(
    private readonly audit: AuditService,
    private readonly sessions: SessionService,
    private readonly devices: KnownDevicesService,
    private readonly pendingLogins: PendingLogins,
    private readonly companyIdentities: CompanyIdentities,
    private readonly redirectTargets: RedirectTargets,
  ) {}

  /**
   * Call this after the commit of the login. Throws `Unauthorized` if the proof is no longer valid, `Deactivated`, and
   * `SecondFactorRequired` if the login waits for a code. If the new session is restricted, throws the problem of
   * `restrictionProblems`, although the user is logged in.
   */
  async complete(
    { proof, entry, ...admitted }: AdmissionResult,
    request: RequestContext,
  ): Promise<LoginReply> {
    this.audit.report(entry, request);
    if (admitted.outcome === 'SecondFactorRequired') {
      this.pendingLogins.writeCookie(request, admitted.loginToken);
      const { recoveryEndsAt } = proof;
      const more = recoveryEndsAt && { details: { recoveryEndsAt: recoveryEndsAt.toISOString() } };
      throw new Problem('SecondFactorRequired', more);
    }
    if (admitted.outcome !== 'in') throw new Problem(admitted.outcome);

    const { account, means, redirect } = proof;
    const { access, dependsOnIdp, sessionToken, deviceToken } = admitted;
    request.userId = account.id;
    await this.sessions.replaceInBrowser(request, sessionToken);
    this.devices.writeCookie(request, deviceToken);
    // A login that depends on a company does not link the company identity that waits in this browser.
    if (dependsOnIdp === null) {
      const passkeyMadeAt = means.by === 'passkey' ? means.madeAt : undefined;
      await this.companyIdentities.linkByLogin(account.id, passkeyMadeAt, request);
    }
    if (access !== 'full') throw new Problem(restrictionProblems[access]);
    return {
      message: 'OK',
      user: toSessionUser({ ...account, userId: account.id }),
      hasIncompleteBilling: account.hasIncompleteBilling,
      redirectURL: this.redirectTargets.decide(redirect),
    };
  }
}
