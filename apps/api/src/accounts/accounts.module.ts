import { Global, Module } from '@nestjs/common';
import { AccountMailService } from './account-mail.service.ts';

/** What sign-up, verification, passwords and the lockout need of each other. */
@Global()
@Module({ providers: [AccountMailService], exports: [AccountMailService] })
export class AccountsModule {}
