import { Body, Controller, Param } from '@nestjs/common';
import {
  decideIdentityBody,
  pendingIdentitiesReply,
  type DecideIdentityBody,
} from '@foyer/contracts/company/pending-identities';
import { askToBeInvitedReply, pendingSignInReply } from '@foyer/contracts/company/saml';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamChangedReply } from '@foyer/contracts/teams/team';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { PendingIdentitiesService } from './pending-identities.service.ts';

@Controller()
export class IdentityDecisionsController {
  constructor(private readonly pending: PendingIdentitiesService) {}

  @SignedIn()
  @Route(endpoints.pendingIdentities, pendingIdentitiesReply)
  async list(@CurrentSession() session: Session) {
    return { pendingIdentities: await this.pending.list(session) };
  }

  @SignedIn()
  @Route(endpoints.decideIdentity, teamChangedReply)
  async decide(
    @Param('id') id: string,
    @Body({ schema: decideIdentityBody }) { who }: DecideIdentityBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.pending.decide(session, id, who, request);
    return {};
  }

  @Route(endpoints.pendingSignIn, pendingSignInReply)
  async describePending(@CurrentRequest() request: RequestContext) {
    return this.pending.describe(request);
  }

  @Route(endpoints.askToBeInvited, askToBeInvitedReply)
  async askToBeInvited(@CurrentRequest() request: RequestContext) {
    await this.pending.askToBeInvited(request);
    return {};
  }
}
