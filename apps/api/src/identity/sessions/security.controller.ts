import { Body, Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { changePasswordBody, type ChangePasswordBody } from '@foyer/contracts/identity/password';
import { doneReply, stepUpBody, sessionsReply, type StepUpBody } from '@foyer/contracts/identity/security';
import { StepUpService } from './step-up.service.ts';
import { SessionCookie } from '../session-cookie.ts';
import type { Session } from '../session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SecurityService } from './security.service.ts';

@Controller()
@SignedIn()
export class SecurityController {
  constructor(
    private readonly stepUp: StepUpService,
    private readonly security: SecurityService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Route(endpoints.sessions, sessionsReply)
  async list(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return { sessions: await this.security.listSessions(session, request) };
  }

  /** `POST /settings/security/proof`: step-up. 400 for a wrong password, 403 for a wrong code, 423 when locked. */
  @Route(endpoints.stepUp, doneReply)
  @AllowRestricted('billing', 'ended-member', 'second-factor')
  async prove(
    @Body({ schema: stepUpBody }) body: StepUpBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.stepUp.verify(session, body, request);
    return { message: 'Confirmed' };
  }

  /** `DELETE /settings/security/sessions/{id}`: ends a session. 404 if it is gone or another user's. */
  @Route(endpoints.endSession, doneReply)
  async end(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.security.endSession(session, id, request);
    return { message: 'Session ended' };
  }

  @Route(endpoints.endOtherSessions, doneReply)
  async endOthers(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.security.endOtherSessions(session, request);
    return { message: 'Other sessions ended' };
  }

  @Route(endpoints.changePassword, doneReply)
  async changePassword(
    @Body({ schema: changePasswordBody }) body: ChangePasswordBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    this.sessionCookie.write(request, await this.security.changePassword(session, body, request));
    return { message: 'Password changed' };
  }
}
