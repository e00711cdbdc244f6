import { Module } from '@nestjs/common';
import { BillingJobsService } from './billing-jobs.service.ts';
import { BillingController } from './billing.controller.ts';
import { BillingService } from './billing.service.ts';
import { CardChangeService } from './card-change.service.ts';
import { CardProvider } from './card-provider.ts';
import { CardController } from './card.controller.ts';
import { CustomerCards } from './customer-cards.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';
import { UpgradeService } from './upgrade.service.ts';
import { UpgradePage } from './upgrade-page.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

@Module({
  controllers: [BillingController, CardController, WebhookController],
  providers: [
    CardProvider,
    CustomerCards,
    SubscriptionSyncService,
    UpgradePage,
    UpgradeService,
    BillingService,
    CardChangeService,
    BillingJobsService,
    WebhookService,
  ],
})
export class BillingModule {}
