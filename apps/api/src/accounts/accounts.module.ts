import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationsService } from './invitations.service.ts';

/** What several features need to know about accounts, invitations and identity providers. */
@Global()
@Module({
  providers: [AccountMailService, IdentityProvidersService, InvitationsService],
  exports: [AccountMailService, IdentityProvidersService, InvitationsService],
})
export class AccountsModule {}
