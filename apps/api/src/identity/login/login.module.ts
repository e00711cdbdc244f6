import { Module } from '@nestjs/common';
import { LoginController } from './login.controller.ts';
import { LoginService } from './login.service.ts';
import { LostFactorController } from './lost-factor.controller.ts';
import { LostFactorService } from './lost-factor.service.ts';
import { SecondStepService } from './second-step.service.ts';

@Module({
  controllers: [LoginController, LostFactorController],
  providers: [LoginService, LostFactorService, SecondStepService],
})
export class LoginModule {}
