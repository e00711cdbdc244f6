import { Module } from '@nestjs/common';
import { LoginController } from './login.controller.ts';
import { LoginService } from './login.service.ts';

@Module({ controllers: [LoginController], providers: [LoginService] })
export class LoginModule {}
