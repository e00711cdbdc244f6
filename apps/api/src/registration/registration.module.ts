import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { ConsentsModule } from '../consents/consents.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { ConnectedAppsModule } from '../connected-apps/connected-apps.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { TeamsModule } from '../teams/teams.module.ts';
import { EventInviteController } from './event-guests/event-invite.controller.ts';
import { EventInviteService } from './event-guests/event-invite.service.ts';
import { InvitedAccounts } from './invited-accounts.service.ts';
import { OnboardingService } from './onboarding.service.ts';
import { PasswordController } from './password/password.controller.ts';
import { PasswordService } from './password/password.service.ts';
import { RegistrationsService } from './registrations.service.ts';
import { SignUpController } from './sign-up/sign-up.controller.ts';
import { SignUpMails } from './sign-up/sign-up-mails.service.ts';
import { JoinTeamController } from './team-members/join-team.controller.ts';
import { JoinTeamService } from './team-members/join-team.service.ts';
import { VerifyEmailController } from './verify-email/verify-email.controller.ts';
import { VerifyEmailService } from './verify-email/verify-email.service.ts';

@Module({
  imports: [MailsModule, ConsentsModule, IdentityModule, ConnectedAppsModule, InvitationsModule, TeamsModule],
  controllers: [
    EventInviteController,
    JoinTeamController,
    PasswordController,
    SignUpController,
    VerifyEmailController,
  ],
  providers: [
    EventInviteService,
    InvitedAccounts,
    JoinTeamService,
    OnboardingService,
    PasswordService,
    RegistrationsService,
    SignUpMails,
    VerifyEmailService,
  ],
})
export class RegistrationModule {}
