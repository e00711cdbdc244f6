import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { AppAccessService } from './app-access.service.ts';
import { ConnectedAppsController } from './oauth/connected-apps.controller.ts';
import { AuthorizePage } from './authorize-page.ts';
import { AuthorizationServer } from './oauth/authorization-server.ts';
import { AuthorizationService } from './oauth/authorization.service.ts';
import { ClientsService } from './oauth/clients.service.ts';
import { ConsentService } from './oauth/consent.service.ts';
import { FreshLogins } from './oauth/fresh-logins.service.ts';
import { GrantsService } from './oauth/grants.service.ts';
import { MetadataController } from './oauth/metadata.controller.ts';
import { TokenController } from './oauth/token.controller.ts';
import { TokensService } from './oauth/tokens.service.ts';
import { UserInfoController } from './oauth/user-info.controller.ts';
import { ServiceCredential } from './service-credential.ts';

@Module({
  imports: [IdentityModule],
  controllers: [ConnectedAppsController, MetadataController, TokenController, UserInfoController],
  providers: [
    AppAccessService,
    AuthorizationServer,
    AuthorizationService,
    AuthorizePage,
    ClientsService,
    ConsentService,
    FreshLogins,
    GrantsService,
    ServiceCredential,
    TokensService,
  ],
  exports: [AppAccessService, AuthorizePage, ServiceCredential],
})
export class ConnectedAppsModule {}
