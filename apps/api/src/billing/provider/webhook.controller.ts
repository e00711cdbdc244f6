import { Controller, Headers, Req } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Request } from 'express';
import { Problem } from '../../request/problem.ts';
import { WebhookService } from './webhook.service.ts';
import { Route } from '../../http/route.ts';

@Controller()
export class WebhookController {
  constructor(private readonly webhooks: WebhookService) {}

  /** `POST /webhooks/stripe`: raw body; 200 only once the event is stored. 400 for what Stripe did not sign. */
  @Route(endpoints.stripeWebhook)
  async take(@Req() request: Request, @Headers('stripe-signature') signature = ''): Promise<object> {
    const body: unknown = request.body;
    if (!Buffer.isBuffer(body)) throw new Problem('MalformedBody');
    await this.webhooks.store(body, signature);
    return { received: true };
  }
}
