import { Module } from '@nestjs/common';
import { ConnectedAppsController } from './connected-apps.controller.ts';
import { ConnectedAppsService } from './connected-apps.service.ts';

@Module({ controllers: [ConnectedAppsController], providers: [ConnectedAppsService] })
export class ConnectedAppsModule {}
