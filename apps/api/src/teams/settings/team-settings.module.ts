import { Module } from '@nestjs/common';
import { TeamSettingsController } from './team-settings.controller.ts';
import { TeamSettingsService } from './team-settings.service.ts';

@Module({ controllers: [TeamSettingsController], providers: [TeamSettingsService] })
export class TeamSettingsModule {}
