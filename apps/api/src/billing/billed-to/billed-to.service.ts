import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import type { BilledTo, BilledToReply, BillingPrefillReply } from '@foyer/contracts/billing/billed-to';
import { PrismaClient, type Prisma } from '@foyer/db/client';
import { ADDRESS_CHANGED_QUEUE, TEAM_CUSTOMER_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { requireOwner } from '../../identity/access.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';
import { CardProvider } from '../provider/card-provider.ts';
import { saveCustomer } from './billed-to.queries.ts';
import { changeDetails, findDetails, updateCustomer } from './customer-details.ts';

type TeamCustomerJob = { teamId: string; formerName?: string };
type AddressChangedJob = { userId: string };

@Injectable()
export class BilledToService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<TeamCustomerJob>(TEAM_CUSTOMER_QUEUE, ({ data: { teamId, formerName } }) =>
      this.#updateTeam({ teamId }, formerName),
    );
    await this.jobs.work<AddressChangedJob>(ADDRESS_CHANGED_QUEUE, ({ data: { userId } }) =>
      this.#updateTeam({ team: { ownerId: userId } }),
    );
  }

  async describe(session: Session): Promise<BilledToReply> {
    return findDetails(this.provider, await this.#ensureOwn(session));
  }

  async change(session: Session, wanted: BilledTo, request: RequestContext): Promise<void> {
    await changeDetails(this.provider, await this.#ensureOwn(session), wanted);
    const { userId, user } = session;
    await this.audit.record({ action: 'plan.billed-to', outcome: 'ok', userId, email: user.email }, request);
  }

  async prefill({ userId }: Session): Promise<BillingPrefillReply> {
    const { countryCode, stateCode, ...names } = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true, lastName: true, countryCode: true, stateCode: true },
    });
    return { name: fullName(names), countryCode, stateCode };
  }

  async #ensureOwn(session: Session): Promise<string> {
    const { id } = await requireOwner(this.prisma, session);
    return this.ensureCustomer(id, session.user.email, id);
  }

  /**
   * Creates a customer if there is none. If the customer was deleted at the provider, its subscription has ended, so
   * updates our copy first.
   */
  async ensureCustomer(teamId: string, email: string, key: string): Promise<string> {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { id: true, name: true, subscription: { select: { stripeCustomerId: true } } },
    });
    const knownId = team.subscription?.stripeCustomerId;
    if (knownId !== undefined && (await this.provider.findCustomer(knownId))) return knownId;
    if (knownId !== undefined) await this.subscriptions.sync(knownId);
    const createdId = await this.provider.createCustomer(
      team,
      email,
      knownId ? `${key}-after-${knownId}` : key,
    );
    return saveCustomer(this.prisma, { teamId, stripeCustomerId: createdId, formerId: knownId });
  }

  /** Idempotent, because it sends the team's current name and its owner's current address. */
  async #updateTeam(where: Prisma.SubscriptionWhereInput, formerName?: string): Promise<void> {
    const found = await this.prisma.subscription.findFirst({
      where,
      select: {
        stripeCustomerId: true,
        team: { select: { name: true, owner: { select: { email: true } } } },
      },
    });
    if (!found) return;
    const { stripeCustomerId, team } = found;
    await updateCustomer(this.provider, stripeCustomerId, {
      name: team.name,
      email: team.owner?.email,
      formerName,
    });
  }
}
