import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { NoticesService } from './notices.service.ts';
import { RegistrationsService } from './registrations.service.ts';
import { WelcomeService } from './welcome.service.ts';

/** What several features need to know about accounts, newcomers, invitations and identity providers. */
@Global()
@Module({
  providers: [
    AccountMailService,
    IdentityProvidersService,
    InvitationsService,
    NoticesService,
    RegistrationsService,
    WelcomeService,
  ],
  exports: [
    AccountMailService,
    IdentityProvidersService,
    InvitationsService,
    NoticesService,
    RegistrationsService,
    WelcomeService,
  ],
})
export class AccountsModule {}
