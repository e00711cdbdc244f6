import { Module } from '@nestjs/common';
import { SignUpController } from './sign-up.controller.ts';

@Module({ controllers: [SignUpController] })
export class SignUpModule {}
