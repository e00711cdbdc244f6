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

  /** `GET /billing/prefill`: the user's name, country and state, with which the card form is filled in. */
  @Route(endpoints.billingPrefill, billingPrefillReply)
  async prefill(@CurrentSession() session: Session) {
    return this.service.prefill(session);
  }

  /** `GET /settings/billing/billed-to`: the bill-to details of invoices, read from the card provider. */
  @Route(endpoints.billedTo, billedToReply)
  async describe(@CurrentSession() session: Session) {
    return this.service.describe(session);
  }

  /** `POST /settings/billing/billed-to`: changes the bill-to details of future invoices. */
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
