import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from './http/accounts.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { ConfigModule } from './config/config.module.ts';
import type { ApiEnv } from './config/env.ts';
import { CredentialsModule } from './identity/credentials.module.ts';
import { DatabaseModule } from './database/database.module.ts';
import { QueueModule } from './database/queue.module.ts';
import { AddressChangeModule } from './account/address/address-change.module.ts';
import { BillingModule } from './billing/billing.module.ts';
import { ConnectedAppsModule } from './connected-apps/apps/connected-apps.module.ts';
import { EventInviteModule } from './registration/event-guests/event-invite.module.ts';
import { LoginModule } from './identity/login/login.module.ts';
import { OAuthModule } from './connected-apps/oauth/oauth.module.ts';
import { ObserveAnswerModule } from './pages/observe-answer/observe-answer.module.ts';
import { OwnDataModule } from './account/data/own-data.module.ts';
import { PageValuesModule } from './pages/page-values.module.ts';
import { PasskeysModule } from './identity/passkeys/passkeys.module.ts';
import { PasswordModule } from './registration/password/password.module.ts';
import { ProfileModule } from './account/profile/profile.module.ts';
import { SamlModule } from './company/saml/saml.module.ts';
import { SecondFactorModule } from './identity/second-factor/second-factor.module.ts';
import { SecurityModule } from './identity/sessions/security.module.ts';
import { SignUpModule } from './registration/sign-up/sign-up.module.ts';
import { SsoSettingsModule } from './company/settings/sso-settings.module.ts';
import { TeamInviteModule } from './teams/members/team-invite.module.ts';
import { TeamSettingsModule } from './teams/settings/team-settings.module.ts';
import { TeamSwitchModule } from './teams/switch/team-switch.module.ts';
import { VerifyEmailModule } from './registration/verify-email/verify-email.module.ts';
import { WaitingInvitationsModule } from './invitations/waiting/waiting-invitations.module.ts';
import { HttpModule } from './http/http.module.ts';
import { ObserveModule } from './observe/observe.module.ts';
import { SessionModule } from './identity/sessions/session.module.ts';

@Module({})
export class AppModule {
  static with(env: ApiEnv, webFolder: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env, webFolder),
        ObserveModule,
        DatabaseModule,
        QueueModule,
        HttpModule,
        AuditModule,
        AccountsModule,
        CredentialsModule,
        SessionModule,
        PageValuesModule,
        SignUpModule,
        VerifyEmailModule,
        PasswordModule,
        LoginModule,
        SecondFactorModule,
        SecurityModule,
        ProfileModule,
        OwnDataModule,
        ObserveAnswerModule,
        PasskeysModule,
        AddressChangeModule,
        TeamInviteModule,
        TeamSwitchModule,
        EventInviteModule,
        WaitingInvitationsModule,
        BillingModule,
        TeamSettingsModule,
        SamlModule,
        SsoSettingsModule,
        OAuthModule,
        ConnectedAppsModule,
      ],
    };
  }
}
