import { Module } from '@nestjs/common';
import { VerifyEmailController } from './verify-email.controller.ts';
import { VerifyEmailService } from './verify-email.service.ts';

@Module({ controllers: [VerifyEmailController], providers: [VerifyEmailService] })
export class VerifyEmailModule {}
