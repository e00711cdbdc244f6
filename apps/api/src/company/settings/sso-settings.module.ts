import { Module } from '@nestjs/common';
import { SsoSettingsController } from './sso-settings.controller.ts';
import { SsoSettingsService } from './sso-settings.service.ts';
import { SsoUpkeepService } from './sso-upkeep.service.ts';

@Module({ controllers: [SsoSettingsController], providers: [SsoSettingsService, SsoUpkeepService] })
export class SsoSettingsModule {}
