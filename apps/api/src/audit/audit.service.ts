import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient, type Db } from '@foyer/db/client';
import { Metrics } from '../observe/metrics.ts';
import type { RequestContext } from '../request/request-context.ts';
import { insertAuditEvents } from './audit.queries.ts';

export type AuditAction =
  | 'access.refused'
  | 'login'
  | 'lockout'
  | 'logout'
  | 'account.create'
  | 'password.reset'
  | 'password.reset.ask'
  | 'password.change'
  | 'profile.change'
  | 'address.ask'
  | 'address.change'
  | 'address.undo'
  | 'team.rename'
  | 'passkey.add'
  | 'passkey.remove'
  | 'passkey.counter'
  | 'second-factor.add'
  | 'second-factor.remove'
  | 'second-factor.new-codes'
  | 'second-factor.recovery-code'
  | 'second-factor.lockout'
  | 'second-factor.recovery-ask'
  | 'second-factor.recovery-begin'
  | 'second-factor.recovery-stop'
  | 'second-factor.recovery-done'
  | 'team.reset-second-factor'
  | 'second-factor.forget-device'
  | 'session.end'
  | 'session.end-others'
  | 'session.prove'
  | 'data.ask'
  | 'data.download'
  | 'account.delete'
  | 'account.keep'
  | 'account.erase'
  | 'team.stay-on-free'
  | 'team.invite'
  | 'team.revoke'
  | 'team.join'
  | 'team.switch'
  | 'team.offer'
  | 'team.offer-withdraw'
  | 'team.offer-decline'
  | 'team.leave'
  | 'team.hand-over'
  | 'team.remove-member'
  | 'team.require-second-factor'
  | 'team.waive-second-factor'
  | 'event.invite'
  | 'event.join'
  | 'plan.upgrade'
  | 'plan.cancel'
  | 'plan.resume'
  | 'plan.card'
  | 'plan.pay'
  | 'plan.billed-to'
  | 'plan.former-card'
  | 'plan.unpaid-invoice'
  | 'sso.login'
  | 'sso.link'
  | 'sso.profile'
  | 'sso.overage'
  | 'sso.withheld'
  | 'sso.test'
  | 'sso.second-factor'
  | 'team.dismiss-seat-request'
  | 'team.same-person'
  | 'team.somebody-new'
  | 'oauth.grant'
  | 'oauth.refuse'
  | 'oauth.reuse'
  | 'oauth.disconnect';

/** Must not contain a secret. */
export type AuditDetails = Record<string, string | number>;

export type AuditEntry = {
  action: AuditAction;
  /** `ok`, or what happened instead, such as the code of the problem. */
  outcome: string;
  userId?: string | undefined;
  email?: string | undefined;
  details?: AuditDetails | undefined;
};

/** Records security events as rows, log lines and metrics. None contains a secret (docs/security.md 6). */
@Injectable()
export class AuditService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly metrics: Metrics,
  ) {}

  async record(entry: AuditEntry, request: RequestContext, db: Db = this.prisma): Promise<void> {
    await this.write([entry], request, db);
    this.report(entry, request);
  }

  /** Writes events in one statement. The caller must also call `report` for each event. */
  async write(entries: readonly AuditEntry[], request: RequestContext, db: Db): Promise<void> {
    await insertAuditEvents(
      db,
      entries.map((entry) => rowOf(entry, request)),
    );
  }

  async recordBy(
    { userId, user }: { userId: string; user: { email: string } },
    action: AuditAction,
    request: RequestContext,
    db?: Db,
    details?: AuditDetails,
  ): Promise<void> {
    const entry = { action, outcome: 'ok', userId, email: user.email, details };
    await this.record(entry, request, db);
  }

  /** Does not log the event, because the job logs it. `db`: the transaction of the change. */
  async recordOfJob(entry: Omit<AuditEntry, 'email'>, db: Db): Promise<void> {
    await insertAuditEvents(db, [{ ...entry, email: '', ipAddress: '', userAgent: '', requestId: '' }]);
    this.metrics.countSecurityEvent(entry.action, entry.outcome);
  }

  report(entry: AuditEntry, request: RequestContext): void {
    this.metrics.countSecurityEvent(entry.action, entry.outcome);
    request.log.info({ audit: rowOf(entry, request) }, 'security event');
  }
}

function rowOf(entry: AuditEntry, request: RequestContext) {
  return {
    ...entry,
    email: entry.email ?? '',
    ipAddress: request.address,
    userAgent: request.userAgent,
    requestId: request.id,
  };
}
