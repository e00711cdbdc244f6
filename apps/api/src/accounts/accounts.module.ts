import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { InvitationsService } from './invitations.service.ts';

/** What sign-up, verification, passwords and the lockout need of each other. */
@Global()
@Module({
  providers: [AccountMailService, InvitationsService],
  exports: [AccountMailService, InvitationsService],
})
export class AccountsModule {}
