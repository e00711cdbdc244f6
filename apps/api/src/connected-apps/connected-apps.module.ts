import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { AppAccessService } from './app-access.service.ts';
import { ConnectedAppsController } from './apps/connected-apps.controller.ts';
import { ConnectedAppsService } from './apps/connected-apps.service.ts';
import { AuthorizePage } from './authorize-page.ts';
import { AuthorizationServer } from './oauth/authorization-server.ts';
import { AuthorizationService } from './oauth/authorization.service.ts';
import { ClientsService } from './oauth/clients.service.ts';
import { CodesService } from './oauth/codes.service.ts';
import { ConsentTicketsService } from './oauth/consent-tickets.service.ts';
import { DecisionController } from './oauth/decision.controller.ts';
import { FreshLogins } from './oauth/fresh-logins.service.ts';
import { GrantsService } from './oauth/grants.service.ts';
import { MetadataController } from './oauth/metadata.controller.ts';
import { TokenStateService } from './oauth/token-state.service.ts';
import { TokenController } from './oauth/token.controller.ts';
import { TokensService } from './oauth/tokens.service.ts';
import { UserInfoController } from './oauth/user-info.controller.ts';
import { ServiceCredential } from './service-credential.ts';

@Module({
  imports: [IdentityModule],
  controllers: [
    ConnectedAppsController,
    DecisionController,
    MetadataController,
    TokenController,
    UserInfoController,
  ],
  providers: [
    AppAccessService,
    AuthorizationServer,
    AuthorizationService,
    AuthorizePage,
    ClientsService,
    CodesService,
    ConnectedAppsService,
    ConsentTicketsService,
    FreshLogins,
    GrantsService,
    ServiceCredential,
    TokenStateService,
    TokensService,
  ],
  exports: [AppAccessService, AuthorizePage, ServiceCredential],
})
export class ConnectedAppsModule {}
