import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { clockTime, typedSql } from '@foyer/db/typed-sql';
import { HAND_OVER_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { CardProvider, type Stripe } from './card-provider.ts';
import { isMissing } from './card-provider-errors.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

type HandOverJob = { teamId: string };

/**
 * Hand-over at the provider: updates the customer's email and detaches the former owner's cards, so that nobody is
 * charged for a team that is not theirs. A job of the transaction that transfers the team; until it is done,
 * `hand_over_id` hides the card and blocks a new one.
 */
@Injectable()
export class FormerCardsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<HandOverJob>(HAND_OVER_QUEUE, (job) => this.takeOff(job.data.teamId));
  }

  /** Retries those whose job was given up after a day, because the provider was down for longer. */
  async retry(): Promise<void> {
    const left = await this.prisma.subscription.findMany({
      where: { handOverId: { not: null } },
      select: { teamId: true },
    });
    for (const { teamId } of left) await this.takeOff(teamId);
  }

  /** Idempotent, also concurrently: the cards to detach are recorded once, and only those are. */
  async takeOff(teamId: string): Promise<void> {
    const found = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: {
        stripeCustomerId: true,
        handOverId: true,
        team: { select: { owner: { select: { email: true } } } },
      },
    });
    if (!found?.handOverId) return;
    const { stripeCustomerId, handOverId, team } = found;
    const customer = await this.#findCustomer(stripeCustomerId);
    if (customer) {
      const former = await this.#noteFormer(teamId, handOverId, stripeCustomerId);
      if (former === undefined) return;
      await this.#release(customer, former, team.owner?.email);
    }
    // Discards what concurrent syncs have read about the card.
    await typedSql(this.prisma)
      .updateTable('subscriptions')
      .set({ handOverId: null, formerMethods: null, syncedAt: clockTime() })
      .where('teamId', '=', teamId)
      .where('handOverId', '=', handOverId)
      .execute();
    await this.subscriptions.sync(stripeCustomerId);
  }

  async #findCustomer(customerId: string): Promise<Stripe.Customer | undefined> {
    try {
      const customer = await this.provider.call((stripe) => stripe.customers.retrieve(customerId));
      return customer.deleted ? undefined : customer;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The former owner's cards, recorded while no other can be added. Undefined if done already. */
  async #noteFormer(teamId: string, handOverId: string, customer: string): Promise<string[] | undefined> {
    const { data } = await this.provider.call((stripe) =>
      stripe.paymentMethods.list({ customer, limit: 100 }),
    );
    const ids = data.map(({ id }) => id);
    await typedSql(this.prisma)
      .updateTable('subscriptions')
      .set({ formerMethods: ids })
      .where('teamId', '=', teamId)
      .where('handOverId', '=', handOverId)
      .where('formerMethods', 'is', null)
      .execute();
    const found = await this.prisma.subscription.findFirst({
      where: { teamId, handOverId },
      select: { formerMethods: true },
    });
    return found?.formerMethods;
  }

  async #release(customer: Stripe.Customer, former: string[], email: string | undefined): Promise<void> {
    const isFormer = (method: string | { id: string } | null) =>
      method !== null && former.includes(typeof method === 'string' ? method : method.id);
    await this.provider.call(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer: customer.id, limit: 100 });
      // It is not documented that a detached card stops being a subscription's default.
      for (const { id, default_payment_method: method } of data)
        if (isFormer(method)) await stripe.subscriptions.update(id, { default_payment_method: '' });
      await stripe.customers.update(customer.id, {
        ...(email === undefined ? {} : { email }),
        ...(isFormer(customer.invoice_settings.default_payment_method)
          ? { invoice_settings: { default_payment_method: '' } }
          : {}),
      });
      for (const id of former) await detach(stripe, id);
    });
  }
}

/** Detaching twice is an error; the card is fetched then, since another run may have been faster. */
async function detach(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id);
  } catch (refused) {
    const { customer } = await stripe.paymentMethods.retrieve(id);
    if (customer !== null) throw refused;
  }
}
