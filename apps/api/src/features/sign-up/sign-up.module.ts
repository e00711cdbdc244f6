import { Module } from '@nestjs/common';
import { SignUpController } from './sign-up.controller.ts';
import { SignUpService } from './sign-up.service.ts';

@Module({ controllers: [SignUpController], providers: [SignUpService] })
export class SignUpModule {}
