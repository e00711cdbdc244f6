import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { ConsentsModule } from '../consents/consents.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { BilledToController } from './billed-to/billed-to.controller.ts';
import { BilledToService } from './billed-to/billed-to.service.ts';
import { CardController } from './cards/card.controller.ts';
import { CardsService } from './cards/cards.service.ts';
import { BillingController } from './payments/billing.controller.ts';
import { BillingService } from './plans/plan.service.ts';
import { FirstInvoiceService } from './payments/first-invoice.ts';
import { PaymentAttemptsService } from './payments/attempts.service.ts';
import { PaymentEndService } from './payments/payment-end.service.ts';
import { PaymentReconciliationService } from './payments/payment-reconciliation.service.ts';
import { QuoteService } from './plans/quote.ts';
import { UpgradeService } from './payments/payments.service.ts';
import { BillingJobsService } from './plans/upkeep.service.ts';
import { BillingRemindersService } from './plans/billing-reminders.service.ts';
import { ProPriceGauge } from './plans/pro-price-gauge.ts';
import { SubscriptionsService } from './plans/subscriptions.service.ts';
import { CardProvider } from './provider/card-provider.ts';
import { WebhookController } from './provider/webhook.controller.ts';
import { WebhookService } from './provider/webhook.service.ts';
import { UpgradePage } from './upgrade-page.ts';

@Module({
  imports: [MailsModule, ConsentsModule, IdentityModule],
  controllers: [BilledToController, BillingController, CardController, WebhookController],
  providers: [
    BilledToService,
    BillingJobsService,
    BillingRemindersService,
    BillingService,
    CardProvider,
    CardsService,
    FirstInvoiceService,
    PaymentAttemptsService,
    PaymentEndService,
    PaymentReconciliationService,
    ProPriceGauge,
    QuoteService,
    SubscriptionsService,
    UpgradePage,
    UpgradeService,
    WebhookService,
  ],
  exports: [PaymentEndService, UpgradePage],
})
export class BillingModule {}
