import { Module } from '@nestjs/common';
import { ObserveAnswerController } from './observe-answer.controller.ts';
import { ObserveAnswerService } from './observe-answer.service.ts';

@Module({ controllers: [ObserveAnswerController], providers: [ObserveAnswerService] })
export class ObserveAnswerModule {}
