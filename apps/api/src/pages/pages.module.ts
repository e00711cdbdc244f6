import { Global, Module } from '@nestjs/common';
import { ObserveAnswerController } from './observe-answer/observe-answer.controller.ts';
import { ObserveAnswerService } from './observe-answer/observe-answer.service.ts';
import { PageValuesService } from './page-values.service.ts';
import { Pages } from './pages.ts';

@Global()
@Module({
  controllers: [ObserveAnswerController],
  providers: [ObserveAnswerService, PageValuesService, Pages],
  exports: [Pages],
})
export class PagesModule {}
