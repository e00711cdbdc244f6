import { Body, Controller } from '@nestjs/common';
import {
  billedTo,
  billedToReply,
  billingPrefillReply,
  type BilledTo,
} from '@foyer/contracts/billing/billed-to';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedInToPay } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { BilledToService } from './billed-to.service.ts';

@Controller()
@SignedInToPay()
export class BilledToController {
  constructor(private readonly service: BilledToService) {}

  @Route(endpoints.billingPrefill, billingPrefillReply)
  async prefill(@CurrentSession() session: Session) {
    return this.service.prefill(session);
  }

  @Route(endpoints.billedTo, billedToReply)
  async describe(@CurrentSession() session: Session) {
    return this.service.describe(session);
  }

  @Route(endpoints.changeBilledTo, doneReply)
  async change(
    @Body({ schema: billedTo }) body: BilledTo,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.service.change(session, body, request);
    return { message: 'Your billing details were saved' };
  }
}
