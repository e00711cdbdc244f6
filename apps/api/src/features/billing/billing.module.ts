import { Global, Module } from '@nestjs/common';
import { OpenPayments } from '../../accounts/open-payments.ts';
import { BilledToController } from './billed-to.controller.ts';
import { BilledToService } from './billed-to.service.ts';
import { BillingJobsService } from './billing-jobs.service.ts';
import { BillingRemindersService } from './billing-reminders.service.ts';
import { BillingController } from './billing.controller.ts';
import { BillingService } from './billing.service.ts';
import { CardChangeService } from './card-change.service.ts';
import { CardProvider } from './card-provider.ts';
import { CardController } from './card.controller.ts';
import { CustomerCards } from './customer-cards.ts';
import { CustomerDetails } from './customer-details.ts';
import { EndedInvoicesService } from './ended-invoices.service.ts';
import { FirstInvoiceService } from './first-invoice.service.ts';
import { FormerCardsService } from './former-cards.service.ts';
import { SubscriptionEndService } from './subscription-end.service.ts';
import { SubscriptionMailsService } from './subscription-mails.service.ts';
import { TeamCustomerService } from './team-customer.service.ts';
import { PaymentAttemptsService } from './payment-attempts.service.ts';
import { PaymentEndService } from './payment-end.service.ts';
import { PlanFactsService } from './plan-facts.service.ts';
import { PaymentReconciliationService } from './payment-reconciliation.service.ts';
import { ProPriceGauge } from './pro-price-gauge.ts';
import { QuoteService } from './quote.service.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';
import { UpgradeService } from './upgrade.service.ts';
import { UpgradePage } from './upgrade-page.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

/** Global because leaving a team, another feature's matter, ends its open payments. */
@Global()
@Module({
  controllers: [BillingController, CardController, BilledToController, WebhookController],
  providers: [
    CardProvider,
    CustomerCards,
    CustomerDetails,
    BilledToService,
    SubscriptionMailsService,
    PlanFactsService,
    SubscriptionSyncService,
    UpgradePage,
    PaymentAttemptsService,
    PaymentReconciliationService,
    EndedInvoicesService,
    SubscriptionEndService,
    { provide: OpenPayments, useClass: PaymentEndService },
    FirstInvoiceService,
    TeamCustomerService,
    UpgradeService,
    BillingService,
    QuoteService,
    ProPriceGauge,
    CardChangeService,
    BillingJobsService,
    BillingRemindersService,
    FormerCardsService,
    WebhookService,
  ],
  exports: [OpenPayments],
})
export class BillingModule {}
