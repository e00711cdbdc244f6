import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module.ts';
import { VerifyEmailController } from './verify-email.controller.ts';
import { VerifyEmailService } from './verify-email.service.ts';

@Module({ imports: [AccountsModule], controllers: [VerifyEmailController], providers: [VerifyEmailService] })
export class VerifyEmailModule {}
