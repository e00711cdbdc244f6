import { Body, Controller, Res, UseInterceptors } from '@nestjs/common';
import {
  billingNoticeReply,
  billingReply,
  chooseReceiptsBody,
  cancelPlanBody,
  cancelPlanReply,
  confirmUpgradeBody,
  paymentStateReply,
  quoteBody,
  receiptReply,
  upgradePlanBody,
  type ChooseReceiptsBody,
  type CancelPlanBody,
  type ConfirmUpgradeBody,
  type QuoteBody,
  type QuoteReply,
  type UpgradePlanBody,
  type UpgradePlanReply,
} from '@foyer/contracts/billing/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Response } from 'express';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedInToPay } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AnswerDeadline } from '../provider/deadline.ts';
import { PlanService } from '../plans/plan.service.ts';
import { PaymentsService } from './payments.service.ts';

@Controller()
@SignedInToPay()
@UseInterceptors(AnswerDeadline)
export class BillingController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly plan: PlanService,
  ) {}

  @Route(endpoints.upgradePlan)
  async upgrade(
    @Body({ schema: upgradePlanBody }) body: UpgradePlanBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UpgradePlanReply> {
    return answer(response, await this.payments.upgrade(session, body, request));
  }

  @Route(endpoints.paymentState, paymentStateReply)
  async showPayment(@CurrentSession() session: Session) {
    return this.payments.describe(session);
  }

  @Route(endpoints.confirmUpgrade)
  async confirm(
    @Body({ schema: confirmUpgradeBody }) { token }: ConfirmUpgradeBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UpgradePlanReply> {
    return answer(response, await this.payments.confirm(session, token, request));
  }

  @Route(endpoints.quote)
  async quote(
    @Body({ schema: quoteBody }) body: QuoteBody,
    @CurrentSession() session: Session,
  ): Promise<QuoteReply> {
    return this.plan.quote(session, body);
  }

  @Route(endpoints.billing, billingReply)
  async show(@CurrentSession() session: Session) {
    return this.plan.describe(session);
  }

  @Route(endpoints.billingNotice, billingNoticeReply)
  async showNotice(@CurrentSession() session: Session) {
    return this.plan.findNotice(session);
  }

  @Route(endpoints.receipt, receiptReply)
  async showReceipt(@CurrentSession() session: Session) {
    return this.plan.findReceipt(session);
  }

  @Route(endpoints.chooseReceipts, doneReply)
  async chooseReceipts(
    @Body({ schema: chooseReceiptsBody }) body: ChooseReceiptsBody,
    @CurrentSession() session: Session,
  ) {
    await this.plan.chooseReceipts(session, body.sends_receipts);
    return { message: 'Your choice is noted' };
  }

  @Route(endpoints.cancelPlan, cancelPlanReply)
  async cancel(
    @Body({ schema: cancelPlanBody }) body: CancelPlanBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    const outcome = await this.plan.cancel(session, body.ends_as, body.may_end_now, request);
    const message =
      outcome === 'scheduled' ? 'Your plan ends with the period you have paid for' : 'Your plan has ended';
    return { message, outcome };
  }

  @Route(endpoints.resumePlan, doneReply)
  async resume(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.plan.resume(session, request);
    return { message: 'Your plan goes on' };
  }
}

function answer(response: Response, reply: UpgradePlanReply): UpgradePlanReply {
  if (!('subscription' in reply)) response.status(202);
  return reply;
}
