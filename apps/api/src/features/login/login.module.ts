import { Module } from '@nestjs/common';
import { LoginController } from './login.controller.ts';
import { LoginService } from './login.service.ts';
import { SecondStepService } from './second-step.service.ts';

@Module({ controllers: [LoginController], providers: [LoginService, SecondStepService] })
export class LoginModule {}
