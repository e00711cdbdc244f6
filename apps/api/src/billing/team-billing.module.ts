import { Global, Module } from '@nestjs/common';
import { OpenPayments } from '../teams/open-payments.ts';
import { BillingModule } from './billing.module.ts';
import { PlanService } from './plans/plan.service.ts';

/** The teams domain cannot import billing. */
@Global()
@Module({
  imports: [BillingModule],
  providers: [{ provide: OpenPayments, useExisting: PlanService }],
  exports: [OpenPayments],
})
export class OpenPaymentsModule {}
