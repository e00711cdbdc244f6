import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { TeamsModule } from '../teams/teams.module.ts';
import { IdentityDecisionsController } from './decisions/identity-decisions.controller.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { PendingCookie } from './decisions/pending-cookie.ts';
import { PendingIdentitiesService } from './decisions/pending-identities.service.ts';
import { AssertionController } from './saml/assertion.controller.ts';
import { AssertionConsumerService } from './saml/assertion-consumer.service.ts';
import { ServiceProviderService } from './saml/service-provider.service.ts';
import { ProvisioningService } from './saml/provisioning.service.ts';
import { Rejections } from './saml/rejections.ts';
import { RequestCookies } from './saml/request-cookies.ts';
import { SamlThreads } from './saml/saml-threads.ts';
import { SamlController } from './saml/saml.controller.ts';
import { SamlStrategy } from './saml/saml.strategy.ts';
import { SelfTestService } from './saml/self-test.service.ts';
import { SignInService } from './saml/sign-in.service.ts';
import { SsoSettingsController } from './settings/sso-settings.controller.ts';
import { SsoSettingsService } from './settings/sso-settings.service.ts';

@Module({
  imports: [IdentityModule, InvitationsModule, TeamsModule],
  controllers: [AssertionController, IdentityDecisionsController, SamlController, SsoSettingsController],
  providers: [
    AssertionConsumerService,
    IdentityProvidersService,
    ServiceProviderService,
    PendingCookie,
    PendingIdentitiesService,
    ProvisioningService,
    Rejections,
    RequestCookies,
    SamlStrategy,
    SamlThreads,
    SelfTestService,
    SignInService,
    SsoSettingsService,
  ],
  exports: [IdentityProvidersService, PendingIdentitiesService],
})
export class CompanyModule {}
