import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { observeConsentBody, type ObserveConsentBody } from '@foyer/contracts/observe-consent';
import { doneReply } from '@foyer/contracts/identity/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ObserveAnswerService } from './observe-answer.service.ts';

@Controller()
export class ObserveAnswerController {
  constructor(private readonly answers: ObserveAnswerService) {}

  @Route(endpoints.observeConsent, doneReply)
  async answer(
    @Body({ schema: observeConsentBody }) { isAllowed }: ObserveConsentBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.answers.keep(isAllowed, request);
    return { message: 'Answer saved' };
  }
}
