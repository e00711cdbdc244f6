import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { CardProvider } from './card-provider.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

/** Who pays for a team at the card provider. */
@Injectable()
export class TeamCustomerService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
  ) {}

  /**
   * The team's customer; one that was deleted at the provider is made anew: what it had has ended, and is applied before
   * the row lets go of it.
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
