import { Body, Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  addFactorBody,
  recoveryCodesReply,
  secondFactorReply,
  setUpReply,
  type AddFactorBody,
} from '@foyer/contracts/identity/second-factor';
import { doneReply } from '@foyer/contracts/identity/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../signed-in.ts';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { Route } from '../../http/route.ts';
import type { Session } from '../session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SecondFactorService } from './second-factor.service.ts';

@Controller()
@SignedIn()
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly recoveries: FactorRecoveries,
  ) {}

  @Route(endpoints.secondFactor, secondFactorReply)
  @AllowRestricted('second-factor')
  async show(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.factors.describe(session, request);
  }

  @Route(endpoints.setUpSecondFactor, setUpReply)
  @AllowRestricted('second-factor')
  async setUp(@CurrentSession() session: Session) {
    return this.factors.setUp(session);
  }

  /**
   * `POST /settings/security/second-factor`: confirms the app with its first code. Returns the recovery codes, which
   * cannot be read again.
   */
  @Route(endpoints.addSecondFactor, recoveryCodesReply)
  @AllowRestricted('second-factor')
  async add(
    @Body({ schema: addFactorBody }) { code }: AddFactorBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.factors.add(session, code, request);
  }

  /** `POST /settings/security/second-factor/removal`: removes the app. 403 `ProofNeeded`, 409 `SecondFactorKept`. */
  @Route(endpoints.removeSecondFactor, doneReply)
  async remove(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.factors.remove(session, request);
    return { message: 'Authenticator app removed' };
  }

  /**
   * `POST /settings/security/second-factor/recovery-codes`: replaces the recovery codes and returns the new ones, which
   * cannot be read again.
   */
  @Route(endpoints.makeRecoveryCodes, recoveryCodesReply)
  async makeCodes(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.factors.makeCodes(session, request);
  }

  @Route(endpoints.stopRecovery, doneReply)
  async stopRecovery(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.recoveries.stopOwn(session, request);
    return { message: 'Stopped' };
  }

  @Route(endpoints.forgetDevice, doneReply)
  async forgetDevice(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.factors.forgetDevice(session, id, request);
    return { message: 'Device forgotten' };
  }
}
