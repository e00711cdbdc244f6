import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { CompanyModule } from '../company/company.module.ts';
import { ObserveAnswerController } from './observe-answer/observe-answer.controller.ts';
import { ObserveAnswerService } from './observe-answer/observe-answer.service.ts';
import { PageValuesService } from './page-values.service.ts';
import { Pages } from './pages.ts';

@Module({
  imports: [IdentityModule, CompanyModule],
  controllers: [ObserveAnswerController],
  providers: [ObserveAnswerService, PageValuesService, Pages],
  exports: [Pages],
})
export class PagesModule {}
