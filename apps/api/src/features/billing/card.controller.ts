import { Body, Controller, Get, HttpCode, Post, SerializeOptions, UseInterceptors } from '@nestjs/common';
import {
  cardSetupReply,
  openPaymentReply,
  paymentsReply,
  replaceCardBody,
  replaceCardReply,
  type CardSetupReply,
  type OpenPaymentReply,
  type PaymentsReply,
  type ReplaceCardBody,
  type ReplaceCardReply,
} from '@foyer/contracts/billing-card';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Session } from '../../session/session.service.ts';
import { CurrentSession, SignedInToPay } from '../../http/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AnswerDeadline } from './deadline.ts';
import { CardChangeService } from './card-change.service.ts';

@Controller()
@SignedInToPay()
@UseInterceptors(AnswerDeadline)
export class CardController {
  constructor(private readonly cards: CardChangeService) {}

  /** `GET /settings/billing/payments`: card and invoices, as the card provider has them. */
  @Get(endpoints.payments.path)
  @SerializeOptions({ schema: paymentsReply })
  async describe(@CurrentSession() session: Session): Promise<PaymentsReply> {
    return this.cards.describe(session);
  }

  /** `POST /settings/billing/card-setup`: the page begins to have another card checked. */
  @Post(endpoints.setUpCard.path)
  @HttpCode(200)
  @SerializeOptions({ schema: cardSetupReply })
  async startSetup(@CurrentSession() session: Session): Promise<CardSetupReply> {
    return this.cards.startSetup(session);
  }

  /** `POST /settings/billing/card`: the card that is charged from now on; an unpaid invoice is tried with it. */
  @Post(endpoints.replaceCard.path)
  @HttpCode(200)
  @SerializeOptions({ schema: replaceCardReply })
  async replace(
    @Body({ schema: replaceCardBody }) body: ReplaceCardBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<ReplaceCardReply> {
    return { payment: await this.cards.replace(session, body.setup_intent, request) };
  }

  /** `GET /settings/billing/open-payment`: what is owed, and what the bank wants confirmed. */
  @Get(endpoints.openPayment.path)
  @SerializeOptions({ schema: openPaymentReply })
  async findOpenPayment(@CurrentSession() session: Session): Promise<OpenPaymentReply> {
    return this.cards.findOpenPayment(session);
  }

  /** `POST /settings/billing/open-payment`: the page has had the bank asked; what became of it? */
  @Post(endpoints.reconcileOpenPayment.path)
  @HttpCode(200)
  @SerializeOptions({ schema: openPaymentReply })
  async reconcile(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<OpenPaymentReply> {
    return this.cards.reconcileOpenPayment(session, request);
  }
}
