import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module.ts';
import { TeamSwitchController } from './team-switch.controller.ts';
import { TeamSwitchService } from './team-switch.service.ts';

@Module({ imports: [BillingModule], controllers: [TeamSwitchController], providers: [TeamSwitchService] })
export class TeamSwitchModule {}
