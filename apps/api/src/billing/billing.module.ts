import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { ConsentsModule } from '../consents/consents.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { BilledToController } from './billed-to/billed-to.controller.ts';
import { BilledToService } from './billed-to/billed-to.service.ts';
import { CardController } from './cards/card.controller.ts';
import { CardsService } from './cards/cards.service.ts';
import { AttemptsService } from './payments/attempts.service.ts';
import { BillingController } from './payments/billing.controller.ts';
import { PaymentsService } from './payments/payments.service.ts';
import { PlanService } from './plans/plan.service.ts';
import { ProPriceGauge } from './plans/pro-price-gauge.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';
import { BillingJobsService } from './plans/billing-jobs.service.ts';
import { CardProvider } from './provider/card-provider.ts';
import { WebhookController } from './provider/webhook.controller.ts';
import { UpgradePage } from './upgrade-page.ts';

@Module({
  imports: [MailsModule, ConsentsModule, IdentityModule],
  controllers: [BilledToController, BillingController, CardController, WebhookController],
  providers: [
    AttemptsService,
    BilledToService,
    CardProvider,
    CardsService,
    PaymentsService,
    PlanService,
    ProPriceGauge,
    SubscriptionsService,
    UpgradePage,
    BillingJobsService,
  ],
  exports: [PlanService, UpgradePage],
})
export class BillingModule {}
