import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module.ts';
import { SignUpController } from './sign-up.controller.ts';
import { SignUpService } from './sign-up.service.ts';

@Module({ imports: [AccountsModule], controllers: [SignUpController], providers: [SignUpService] })
export class SignUpModule {}
