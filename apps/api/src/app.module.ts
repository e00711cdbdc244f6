import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from './config/config.module.ts';
import type { ApiEnv } from './config/env.ts';
import { CredentialsModule } from './credentials/credentials.module.ts';
import { DatabaseModule } from './database/database.module.ts';
import { MailQueueModule } from './database/mail-queue.module.ts';
import { LoginModule } from './features/login/login.module.ts';
import { PageValuesModule } from './features/page-values/page-values.module.ts';
import { PasswordModule } from './features/password/password.module.ts';
import { SignUpModule } from './features/sign-up/sign-up.module.ts';
import { VerifyEmailModule } from './features/verify-email/verify-email.module.ts';
import { HttpModule } from './http/http.module.ts';
import { SessionModule } from './session/session.module.ts';

@Module({})
export class AppModule {
  static with(env: ApiEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        DatabaseModule,
        MailQueueModule,
        HttpModule,
        CredentialsModule,
        SessionModule,
        PageValuesModule,
        SignUpModule,
        VerifyEmailModule,
        PasswordModule,
        LoginModule,
      ],
    };
  }
}
