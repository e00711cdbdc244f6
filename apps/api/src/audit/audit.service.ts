import { Inject, Injectable } from '@nestjs/common';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { Metrics } from '../observe/metrics.ts';
import type { RequestContext } from '../request/request-context.ts';

/** The actions of the security log. */
export type AuditAction =
  | 'login'
  | 'lockout'
  | 'logout'
  | 'account.create'
  | 'password.reset'
  | 'password.reset.ask'
  | 'password.change'
  | 'session.end'
  | 'session.end-others'
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
  | 'event.invite'
  | 'event.join'
  | 'plan.upgrade'
  | 'plan.cancel'
  | 'plan.resume'
  | 'plan.card'
  | 'plan.pay'
  | 'plan.billed-to'
  | 'sso.login'
  | 'sso.link'
  | 'sso.profile'
  | 'sso.overage'
  | 'sso.withheld'
  | 'sso.test'
  | 'team.dismiss-seat-request'
  | 'team.same-person'
  | 'team.somebody-new'
  | 'oauth.grant'
  | 'oauth.refuse'
  | 'oauth.reuse'
  | 'oauth.disconnect';

/** Details such as the app and the reason; never a secret. */
export type AuditDetails = Record<string, string>;

export type AuditEntry = {
  action: AuditAction;
  /** `ok`, or the code of the problem. */
  outcome: string;
  userId?: string | undefined;
  email?: string | undefined;
  details?: AuditDetails | undefined;
};

/** The statement that writes an event's row, and what logs and counts it. */
export type Recording = { statement: Prisma.Sql; report(this: void): void };

/** Security events: one row, one line of the log and one count each, never with a secret (docs/security.md 6). */
@Injectable()
export class AuditService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly metrics: Metrics,
  ) {}

  /** Records an event of this request, in the `transaction` of its change if there is one. */
  async record(
    entry: AuditEntry,
    request: RequestContext,
    transaction: Transaction = this.prisma,
  ): Promise<void> {
    const { statement, report } = this.recording(entry, request);
    await transaction.$executeRaw(statement);
    report();
  }

  /** The same in two parts, for a change that is made in one statement: `report` when it has been made. */
  recording(entry: AuditEntry, request: RequestContext): Recording {
    const row = {
      ...entry,
      email: entry.email ?? '',
      ipAddress: request.address,
      userAgent: request.userAgent,
      requestId: request.id,
    };
    const statement = Prisma.sql`
      INSERT INTO audit_events (action, outcome, user_id, email, ip_address, user_agent, request_id, details)
      VALUES (${row.action}, ${row.outcome}, ${row.userId ?? null}::uuid, ${row.email}, ${row.ipAddress},
              ${row.userAgent}, ${row.requestId}, ${JSON.stringify(row.details ?? {})}::jsonb)`;
    const report = (): void => {
      this.metrics.countSecurityEvent(entry.action, entry.outcome);
      request.log.info({ audit: row }, 'security event');
    };
    return { statement, report };
  }
}
