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

  /**
   * `GET /team/pending-identities`: the people who signed in through the company with the email address of an account,
   * and whom the owner can confirm or reject as its user. Empty for members who are not the owner.
   */
  @SignedIn()
  @Route(endpoints.pendingIdentities, pendingIdentitiesReply)
  async list(@CurrentSession() session: Session) {
    return { pendingIdentities: await this.pending.list(session) };
  }

  /**
   * `POST /team/pending-identities/{id}`: decides whether a person from the company is the user who has, or had, the
   * person's email address.
   */
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

  /** `GET /pending-sign-in`: what this browser's pending sign-in waits for, if it has one. */
  @Route(endpoints.pendingSignIn, pendingSignInReply)
  async describePending(@CurrentRequest() request: RequestContext) {
    return this.pending.describe(request);
  }

  /** `POST /pending-sign-in/invitation`: asks the team's owner to invite the person. 404 `NotFound`. */
  @Route(endpoints.askToBeInvited, askToBeInvitedReply)
  async askToBeInvited(@CurrentRequest() request: RequestContext) {
    await this.pending.askToBeInvited(request);
    return {};
  }
}
