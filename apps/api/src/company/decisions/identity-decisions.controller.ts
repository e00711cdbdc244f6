import { Body, Controller, Param } from '@nestjs/common';
import {
  decideIdentityBody,
  pendingIdentitiesReply,
  type DecideIdentityBody,
} from '@foyer/contracts/company/pending-identities';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamChangedReply } from '@foyer/contracts/teams/team';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { IdentityDecisionsService } from './identity-decisions.service.ts';

@Controller()
@SignedIn()
export class IdentityDecisionsController {
  constructor(private readonly decisions: IdentityDecisionsService) {}

  /** `GET /team/pending-identities`: who waits for the owner's decision; empty for everybody else. */
  @Route(endpoints.pendingIdentities, pendingIdentitiesReply)
  async list(@CurrentSession() session: Session) {
    return { pendingIdentities: await this.decisions.list(session) };
  }

  /** `POST /team/pending-identities/{id}`: decides whether a person with a member's address is that member. 403 `NotOwner`. */
  @Route(endpoints.decideIdentity, teamChangedReply)
  async decide(
    @Param('id') id: string,
    @Body({ schema: decideIdentityBody }) { who }: DecideIdentityBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.decisions.decide(session, id, who, request);
    return {};
  }
}
