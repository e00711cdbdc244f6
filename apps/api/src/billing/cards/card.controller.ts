import { Body, Controller, UseInterceptors } from '@nestjs/common';
import {
  cardSetupReply,
  openPaymentReply,
  paymentsReply,
  replaceCardBody,
  replaceCardReply,
  type ReplaceCardBody,
} from '@foyer/contracts/billing/billing-card';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedInToPay } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AnswerDeadline } from '../provider/deadline.ts';
import { CardsService } from './cards.service.ts';

@Controller()
@SignedInToPay()
@UseInterceptors(AnswerDeadline)
export class CardController {
  constructor(private readonly cards: CardsService) {}

  @Route(endpoints.payments, paymentsReply)
  async describe(@CurrentSession() session: Session) {
    return this.cards.describe(session);
  }

  @Route(endpoints.setUpCard, cardSetupReply)
  async startSetup(@CurrentSession() session: Session) {
    return this.cards.startSetup(session);
  }

  @Route(endpoints.replaceCard, replaceCardReply)
  async replace(
    @Body({ schema: replaceCardBody }) body: ReplaceCardBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    return { payment: await this.cards.replace(session, body.setup_intent, request) };
  }

  @Route(endpoints.openPayment, openPaymentReply)
  async findOpenPayment(@CurrentSession() session: Session) {
    return this.cards.findOpenPayment(session);
  }

  @Route(endpoints.reconcileOpenPayment, openPaymentReply)
  async reconcile(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.cards.reconcileOpenPayment(session, request);
  }
}
