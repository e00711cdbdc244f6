import { Module } from '@nestjs/common';
import { TeamSwitchController } from './team-switch.controller.ts';
import { TeamSwitchService } from './team-switch.service.ts';

@Module({ controllers: [TeamSwitchController], providers: [TeamSwitchService] })
export class TeamSwitchModule {}
