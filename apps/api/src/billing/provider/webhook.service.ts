import { Inject, Injectable } from '@nestjs/common';
import { customerToRead } from '@foyer/catalog/billing-events';
import { PrismaClient } from '@foyer/db/client';
import { BILLING_EVENT_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import { CardProvider } from './card-provider.ts';

@Injectable()
export class WebhookService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly jobs: Jobs,
  ) {}

  /** Stores an event once, with the job that handles it, however often it is delivered. */
  async store(body: Buffer, signature: string): Promise<void> {
    const event = this.#read(body, signature);
    const customerId = customerToRead(event);
    if (customerId === undefined) return;
    // Postgres stores no NUL, and Stripe would send the event again for days after another error.
    if ([event.id, customerId].some((id) => id.includes('\0'))) throw new Problem('MalformedBody');
    const type = event.type.replaceAll('\0', '');
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.webhookEvent.createMany({
        data: { id: event.id, type, objectId: customerId },
        skipDuplicates: true,
      });
      if (count === 1) await this.jobs.send(transaction, BILLING_EVENT_QUEUE, { eventId: event.id });
    });
  }

  #read(body: Buffer, signature: string) {
    try {
      return this.provider.readEvent(body, signature);
    } catch (error) {
      const problem = new Problem('MalformedBody');
      problem.cause = error;
      throw problem;
    }
  }
}
