import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { CardProvider } from './card-provider.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

@Injectable()
export class TeamCustomerService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
  ) {}

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
}
