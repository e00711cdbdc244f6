import { Module } from '@nestjs/common';
import { SignUpMail } from './sign-up-mail.ts';

/** What sign-up, verification and password setting need of each other. */
@Module({ providers: [SignUpMail], exports: [SignUpMail] })
export class AccountsModule {}
