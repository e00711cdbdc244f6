import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { TEAM_CUSTOMER_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { CustomerDetails } from './customer-details.ts';

type TeamCustomerJob = { teamId: string; formerName?: string };

/** Tells the card provider what a team is called and where its owner reads mail. A job of the transaction that changed it. */
@Injectable()
export class TeamCustomerChanges implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly details: CustomerDetails,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<TeamCustomerJob>(TEAM_CUSTOMER_QUEUE, (job) => this.follow(job.data));
  }

  /** Idempotent: what holds when it runs is sent, so that of two changes the last one stays. */
  async follow({ teamId, formerName }: TeamCustomerJob): Promise<void> {
    const found = await this.prisma.subscription.findUnique({
      where: { teamId },
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
