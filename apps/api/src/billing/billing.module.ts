import { Global, Module } from '@nestjs/common';
import { OpenPayments } from '../teams/open-payments.ts';
import { BilledToController } from './billed-to/billed-to.controller.ts';
import { BilledToService } from './billed-to/billed-to.service.ts';
import { BillingJobsService } from './plans/billing-jobs.service.ts';
import { BillingRemindersService } from './plans/billing-reminders.service.ts';
import { BillingController } from './payments/billing.controller.ts';
import { BillingService } from './payments/billing.service.ts';
import { CardChangeService } from './cards/card-change.service.ts';
import { CardProvider } from './provider/card-provider.ts';
import { CardController } from './cards/card.controller.ts';
import { CustomerCards } from './cards/customer-cards.ts';
import { CustomerDetails } from './billed-to/customer-details.ts';
import { EndedInvoicesService } from './plans/ended-invoices.service.ts';
import { FirstInvoiceService } from './payments/first-invoice.service.ts';
import { FormerCardsService } from './cards/former-cards.service.ts';
import { SubscriptionEndService } from './plans/subscription-end.service.ts';
import { SubscriptionMailsService } from './plans/subscription-mails.service.ts';
import { TeamCustomerService } from './billed-to/team-customer.service.ts';
import { PaymentAttemptsService } from './payments/payment-attempts.service.ts';
import { PaymentEndService } from './payments/payment-end.service.ts';
import { PlanFactsService } from './plans/plan-facts.service.ts';
import { PaymentReconciliationService } from './payments/payment-reconciliation.service.ts';
import { ProPriceGauge } from './plans/pro-price-gauge.ts';
import { QuoteService } from './payments/quote.service.ts';
import { SubscriptionSyncService } from './plans/subscription-sync.service.ts';
import { UpgradeService } from './payments/upgrade.service.ts';
import { UpgradePage } from './upgrade-page.ts';
import { WebhookController } from './provider/webhook.controller.ts';
import { WebhookService } from './provider/webhook.service.ts';

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
