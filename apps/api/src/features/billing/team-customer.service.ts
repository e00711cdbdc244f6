import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
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
    const [row] = await this.prisma.$queryRaw<{ stripeCustomerId: string }[]>`
      INSERT INTO subscriptions (team_id, stripe_customer_id) VALUES (${teamId}::uuid, ${madeId})
      ON CONFLICT (team_id) DO UPDATE SET stripe_customer_id = CASE subscriptions.stripe_customer_id
        WHEN ${knownId ?? ''} THEN excluded.stripe_customer_id ELSE subscriptions.stripe_customer_id END
      RETURNING stripe_customer_id AS "stripeCustomerId"`;
    return row?.stripeCustomerId ?? madeId;
  }
}
