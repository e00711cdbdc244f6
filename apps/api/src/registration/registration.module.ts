import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { ConsentsModule } from '../consents/consents.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { ConnectedAppsModule } from '../connected-apps/connected-apps.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { TeamsModule } from '../teams/teams.module.ts';
import { EventInviteController } from './invited/event-invite.controller.ts';
import { EventInviteService } from './invited/event-invite.service.ts';
import { InvitedSignUps } from './invited/invited-sign-ups.service.ts';
import { NewAccounts } from './new-accounts.service.ts';
import { PasswordController } from './password/password.controller.ts';
import { PasswordService } from './password/password.service.ts';
import { RegistrationsService } from './registrations.service.ts';
import { SignUpController } from './sign-up/sign-up.controller.ts';
import { JoinTeamController } from './invited/join-team.controller.ts';

@Module({
  imports: [MailsModule, ConsentsModule, IdentityModule, ConnectedAppsModule, InvitationsModule, TeamsModule],
  controllers: [EventInviteController, JoinTeamController, PasswordController, SignUpController],
  providers: [EventInviteService, InvitedSignUps, NewAccounts, PasswordService, RegistrationsService],
})
export class RegistrationModule {}
