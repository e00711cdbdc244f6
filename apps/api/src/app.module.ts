import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from './audit/audit.module.ts';
import { ConfigModule } from './config/config.module.ts';
import type { ApiEnv } from './config/env.ts';
import { DatabaseModule } from './database/database.module.ts';
import { QueueModule } from './database/queue.module.ts';
import { HttpModule } from './http/http.module.ts';
import { MailsModule } from './mails/mails.module.ts';
import { ConsentsModule } from './consents/consents.module.ts';
import { IdentityModule } from './identity/identity.module.ts';
import { ConnectedAppsModule } from './connected-apps/connected-apps.module.ts';
import { InvitationsModule } from './invitations/invitations.module.ts';
import { TeamsModule } from './teams/teams.module.ts';
import { RegistrationModule } from './registration/registration.module.ts';
import { CompanyIdentitiesModule } from './company/company-identities.module.ts';
import { CompanyModule } from './company/company.module.ts';
import { BillingModule } from './billing/billing.module.ts';
import { TeamBillingModule } from './billing/team-billing.module.ts';
import { AccountModule } from './account/account.module.ts';
import { PagesModule } from './pages/pages.module.ts';
import { ObserveModule } from './observe/observe.module.ts';

/** In the order of docs/architecture.md: each domain imports only earlier ones. */
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
        AuditModule,
        HttpModule,
        MailsModule,
        ConsentsModule,
        IdentityModule,
        ConnectedAppsModule,
        InvitationsModule,
        TeamsModule,
        RegistrationModule,
        CompanyModule,
        CompanyIdentitiesModule,
        BillingModule,
        TeamBillingModule,
        AccountModule,
        PagesModule,
      ],
    };
  }
}
