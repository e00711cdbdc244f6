import { Module } from '@nestjs/common';
import { AuthorizationServer } from './authorization-server.ts';
import { AuthorizationService } from './authorization.service.ts';
import { AuthorizePage } from '../authorize-page.ts';
import { ClientsService } from './clients.service.ts';
import { CodesService } from './codes.service.ts';
import { ConsentTicketsService } from './consent-tickets.service.ts';
import { DecisionController } from './decision.controller.ts';
import { FreshLogins } from './fresh-logins.service.ts';
import { GrantsService } from './grants.service.ts';
import { MetadataController } from './metadata.controller.ts';
import { TokenController } from './token.controller.ts';
import { TokenStateService } from './token-state.service.ts';
import { TokensService } from './tokens.service.ts';
import { UserInfoController } from './user-info.controller.ts';

@Module({
  controllers: [DecisionController, MetadataController, TokenController, UserInfoController],
  providers: [
    AuthorizationServer,
    AuthorizationService,
    AuthorizePage,
    ClientsService,
    CodesService,
    ConsentTicketsService,
    FreshLogins,
    GrantsService,
    TokensService,
    TokenStateService,
  ],
})
export class OAuthModule {}
