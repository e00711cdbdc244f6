import { Global, Module } from '@nestjs/common';
import { OpenPayments } from '../teams/open-payments.ts';
import { BillingModule } from './billing.module.ts';
import { PaymentEndService } from './payments/payment-end.service.ts';

/** Provides the port of teams, which cannot import billing. */
@Global()
@Module({
  imports: [BillingModule],
  providers: [{ provide: OpenPayments, useExisting: PaymentEndService }],
  exports: [OpenPayments],
})
export class OpenPaymentsModule {}
