import { Body, Controller, Get, HttpCode, Post, SerializeOptions } from '@nestjs/common';
import {
  billedTo,
  billedToReply,
  billingPrefillReply,
  type BilledTo,
  type BilledToReply,
  type BillingPrefillReply,
} from '@foyer/contracts/billed-to';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import type { Session } from '../../session/session.service.ts';
import { CurrentSession, SignedInToPay } from '../../http/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { BilledToService } from './billed-to.service.ts';

@Controller()
@SignedInToPay()
export class BilledToController {
  constructor(private readonly service: BilledToService) {}

  /** `GET /billing/prefill`: name, country and state of the account. */
  @Get(endpoints.billingPrefill.path)
  @SerializeOptions({ schema: billingPrefillReply })
  async prefill(@CurrentSession() session: Session): Promise<BillingPrefillReply> {
    return this.service.prefill(session);
  }

  /** `GET /settings/billing/billed-to`: the bill-to details of invoices, from the card provider. */
  @Get(endpoints.billedTo.path)
  @SerializeOptions({ schema: billedToReply })
  async describe(@CurrentSession() session: Session): Promise<BilledToReply> {
    return this.service.describe(session);
  }

  /** `POST /settings/billing/billed-to`: changes them for future invoices. */
  @Post(endpoints.changeBilledTo.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async change(
    @Body({ schema: billedTo }) body: BilledTo,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.service.change(session, body, request);
    return { message: 'Your billing details were saved' };
  }
}
