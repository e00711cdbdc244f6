import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Prisma } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { ADDRESS_CHANGED_QUEUE, TEAM_CUSTOMER_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { CardProvider } from '../provider/card-provider.ts';
import { CustomerDetails } from './customer-details.ts';
import { SubscriptionSyncService } from '../plans/subscriptions.service.ts';

type TeamCustomerJob = { teamId: string; formerName?: string };
type AddressChangedJob = { userId: string };

/** A team as the card provider's customer. */
@Injectable()
export class TeamCustomerService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly details: CustomerDetails,
    private readonly jobs: Jobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<TeamCustomerJob>(TEAM_CUSTOMER_QUEUE, ({ data: { teamId, formerName } }) =>
      this.#follow({ teamId }, formerName),
    );
    await this.jobs.work<AddressChangedJob>(ADDRESS_CHANGED_QUEUE, ({ data: { userId } }) =>
      this.#follow({ team: { ownerId: userId } }),
    );
  }

  /**
   * The team's customer. One deleted at the provider is recreated: its subscriptions have ended, which is applied
   * while the row is locked.
   */
  async ensure(teamId: string, email: string, key: string): Promise<string> {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { id: true, name: true, subscription: { select: { stripeCustomerId: true } } },
    });
    const knownId = team.subscription?.stripeCustomerId;
    if (knownId !== undefined && (await this.provider.hasCustomer(knownId))) return knownId;
    if (knownId !== undefined) await this.subscriptions.sync(knownId);
    const madeId = await this.provider.createCustomer(team, email, knownId ? `${key}-after-${knownId}` : key);
    const { stripeCustomerId } = await typedSql(this.prisma)
      .insertInto('subscriptions')
      .values({ teamId, stripeCustomerId: madeId })
      .onConflict((conflict) =>
        conflict.column('teamId').doUpdateSet((row) => ({
          stripeCustomerId: row
            .case(row.ref('subscriptions.stripeCustomerId'))
            .when(knownId ?? '')
            .then(row.ref('excluded.stripeCustomerId'))
            .else(row.ref('subscriptions.stripeCustomerId'))
            .end(),
        })),
      )
      .returning('stripeCustomerId')
      .executeTakeFirstOrThrow();
    return stripeCustomerId;
  }

  /**
   * Tells the provider what a team is called and where its owner reads mail: a job of the transaction that changed it.
   * Idempotent: what holds when it runs is sent, so that of two changes the last one stays.
   */
  async #follow(where: Prisma.SubscriptionWhereInput, formerName?: string): Promise<void> {
    const found = await this.prisma.subscription.findFirst({
      where,
      select: {
        stripeCustomerId: true,
        team: { select: { name: true, owner: { select: { email: true } } } },
      },
    });
    if (!found) return;
    const { stripeCustomerId, team } = found;
    await this.details.follow(stripeCustomerId, { name: team.name, email: team.owner?.email, formerName });
  }
}
