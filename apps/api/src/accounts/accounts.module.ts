import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { InvitedAccounts } from './invited-accounts.service.ts';
import { WelcomeService } from './welcome.service.ts';

/** What several features need to know about accounts, newcomers, invitations and identity providers. */
@Global()
@Module({
  providers: [
    AccountMailService,
    IdentityProvidersService,
    InvitationCodes,
    InvitationsService,
    InvitedAccounts,
    WelcomeService,
  ],
  exports: [
    AccountMailService,
    IdentityProvidersService,
    InvitationCodes,
    InvitationsService,
    InvitedAccounts,
    WelcomeService,
  ],
})
export class AccountsModule {}
