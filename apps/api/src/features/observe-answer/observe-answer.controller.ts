import { Body, Controller, HttpCode, Post, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { observeConsentBody, type ObserveConsentBody } from '@foyer/contracts/observe-consent';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ObserveAnswerService } from './observe-answer.service.ts';

@Controller()
export class ObserveAnswerController {
  constructor(private readonly answers: ObserveAnswerService) {}

  /** `POST /observe-consent`: whether monitoring and analytics may run in this browser. 404 where nobody is asked. */
  @Post(endpoints.observeConsent.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async answer(
    @Body({ schema: observeConsentBody }) { isAllowed }: ObserveConsentBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.answers.keep(isAllowed, request);
    return { message: 'Answer saved' };
  }
}
