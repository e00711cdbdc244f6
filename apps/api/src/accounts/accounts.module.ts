import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationBudgets } from './invitation-budgets.service.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationMailService } from './invitation-mail.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { WelcomeService } from './welcome.service.ts';

/** What several features need to know about accounts, newcomers, invitations and identity providers. */
@Global()
@Module({
  providers: [
    AccountMailService,
    IdentityProvidersService,
    InvitationBudgets,
    InvitationCodes,
    InvitationMailService,
    InvitationsService,
    WelcomeService,
  ],
  exports: [
    AccountMailService,
    IdentityProvidersService,
    InvitationBudgets,
    InvitationCodes,
    InvitationMailService,
    InvitationsService,
    WelcomeService,
  ],
})
export class AccountsModule {}
