import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';
import { IdentityProvidersService } from './identity-providers.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { NewDeviceNoticeService } from './new-device-notice.service.ts';
import { WelcomeService } from './welcome.service.ts';

const services = [
  AccountMailService,
  IdentityProvidersService,
  InvitationsService,
  NewDeviceNoticeService,
  WelcomeService,
];

/** What several features need to know about accounts, newcomers, invitations and identity providers. */
@Global()
@Module({
  providers: services,
  exports: services,
})
export class AccountsModule {}
