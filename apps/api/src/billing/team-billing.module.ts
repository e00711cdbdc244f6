import { Global, Module } from '@nestjs/common';
import { TeamBilling } from '../teams/team-billing.ts';
import { BillingModule } from './billing.module.ts';
import { PlanService } from './plans/plan.service.ts';

/** The teams domain cannot import billing. */
@Global()
@Module({
  imports: [BillingModule],
  providers: [{ provide: TeamBilling, useExisting: PlanService }],
  exports: [TeamBilling],
})
export class TeamBillingModule {}
