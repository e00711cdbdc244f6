import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.ts';
import { AuditModule } from './audit/audit.module.ts';
import { ConfigModule } from './config/config.module.ts';
import type { ApiEnv } from './config/env.ts';
import { CredentialsModule } from './credentials/credentials.module.ts';
import { DatabaseModule } from './database/database.module.ts';
import { QueueModule } from './database/queue.module.ts';
import { AddressChangeModule } from './features/address-change/address-change.module.ts';
import { BillingModule } from './features/billing/billing.module.ts';
import { ConnectedAppsModule } from './features/connected-apps/connected-apps.module.ts';
import { EventInviteModule } from './features/event-invite/event-invite.module.ts';
import { LoginModule } from './features/login/login.module.ts';
import { OAuthModule } from './features/oauth/oauth.module.ts';
import { ObserveAnswerModule } from './features/observe-answer/observe-answer.module.ts';
import { OwnDataModule } from './features/own-data/own-data.module.ts';
import { PageValuesModule } from './features/page-values/page-values.module.ts';
import { PasskeysModule } from './features/passkeys/passkeys.module.ts';
import { PasswordModule } from './features/password/password.module.ts';
import { ProfileModule } from './features/profile/profile.module.ts';
import { SamlModule } from './features/saml/saml.module.ts';
import { SecondFactorModule } from './features/second-factor/second-factor.module.ts';
import { SecurityModule } from './features/security/security.module.ts';
import { SignUpModule } from './features/sign-up/sign-up.module.ts';
import { SsoSettingsModule } from './features/sso-settings/sso-settings.module.ts';
import { TeamInviteModule } from './features/team-invite/team-invite.module.ts';
import { TeamSettingsModule } from './features/team-settings/team-settings.module.ts';
import { TeamSwitchModule } from './features/team-switch/team-switch.module.ts';
import { VerifyEmailModule } from './features/verify-email/verify-email.module.ts';
import { WaitingInvitationsModule } from './features/waiting-invitations/waiting-invitations.module.ts';
import { HttpModule } from './http/http.module.ts';
import { ObserveModule } from './observe/observe.module.ts';
import { SessionModule } from './session/session.module.ts';

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
