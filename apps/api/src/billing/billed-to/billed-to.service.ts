import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { BilledTo, BilledToReply, BillingPrefillReply } from '@foyer/contracts/billing/billed-to';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CustomerDetails } from './customer-details.ts';
import { TeamCustomerService } from './team-customer.service.ts';

/** The bill-to details of the visitor's own team. */
@Injectable()
export class BilledToService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly customers: TeamCustomerService,
    private readonly details: CustomerDetails,
    private readonly audit: AuditService,
  ) {}

  async describe(session: Session): Promise<BilledToReply> {
    return this.details.find(await this.#ensureCustomer(session));
  }

  /** Throws `NotOwner`, `ValidationFailed` for what the provider rejects. */
  async change(session: Session, wanted: BilledTo, request: RequestContext): Promise<void> {
    await this.details.change(await this.#ensureCustomer(session), wanted);
    const { userId, user } = session;
    await this.audit.record({ action: 'plan.billed-to', outcome: 'ok', userId, email: user.email }, request);
  }

  /** Prefills from the account what was said at sign-up. */
  async prefill({ userId }: Session): Promise<BillingPrefillReply> {
    const { countryCode, stateCode, ...names } = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, countryCode: true, stateCode: true },
    });
    return { name: fullName(names), countryCode, stateCode };
  }

  /** The customer of the visitor's own team, created if nothing was paid yet or it was deleted. */
  async #ensureCustomer({ teamId, userId, user }: Session): Promise<string> {
    const { ownerId } = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { ownerId: true },
    });
    if (ownerId !== userId) throw new Problem('NotOwner');
    return this.customers.ensure(teamId, user.email, teamId);
  }
}
