import { Controller, Headers, Req } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Request } from 'express';
import { Route } from '../../http/route.ts';
import { Problem } from '../../request/problem.ts';
import { BillingJobsService } from '../plans/billing-jobs.service.ts';
import { CardProvider } from './card-provider.ts';

@Controller()
export class WebhookController {
  constructor(
    private readonly provider: CardProvider,
    private readonly billingJobs: BillingJobsService,
  ) {}

  /** `POST /webhooks/stripe`: 200 once the event is stored or ignored. 400 without a recent signature. */
  @Route(endpoints.stripeWebhook)
  async take(@Req() request: Request, @Headers('stripe-signature') signature = ''): Promise<object> {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) throw new Problem('MalformedBody');
    await this.billingJobs.storeEvent(this.#read(body, signature));
    return { received: true };
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
