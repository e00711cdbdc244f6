import { Body, Controller, Query } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  recoveryBody,
  recoveryReply,
  recoveryStopBody,
  recoveryStopQuery,
  recoveryStopReply,
  type RecoveryBody,
  type RecoveryStopBody,
} from '@foyer/contracts/identity/factor-recovery';
import { loginReply } from '@foyer/contracts/identity/login';
import { loginFactorBody, type LoginFactorBody } from '@foyer/contracts/identity/second-factor';
import { doneReply } from '@foyer/contracts/identity/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LostFactorService } from './lost-factor.service.ts';
import { SecondStepService } from './second-step.service.ts';

@Controller()
export class SecondStepController {
  constructor(
    private readonly secondStep: SecondStepService,
    private readonly lostFactors: LostFactorService,
  ) {}

  /**
   * `POST /login/second-factor`: after a correct code, responds like `POST /login`. 403 for a wrong code, 423 when
   * locked, 401 if this browser has no pending login.
   */
  @Route(endpoints.loginSecondFactor, loginReply)
  async giveSecondFactor(
    @Body({ schema: loginFactorBody }) body: LoginFactorBody,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.secondStep.verifySecondFactor(body, request);
  }

  /**
   * `POST /login/second-factor/recovery`: without a code, mails one. With the mailed code, starts the waiting period.
   */
  @Route(endpoints.recoverFactor, recoveryReply)
  async recover(
    @Body({ schema: recoveryBody }) { code }: RecoveryBody,
    @CurrentRequest() request: RequestContext,
  ) {
    return code === undefined ? this.lostFactors.ask(request) : this.lostFactors.begin(code, request);
  }

  @Route(endpoints.recoveryStop, recoveryStopReply)
  async describeStop(@Query({ schema: recoveryStopQuery }) { token }: RecoveryStopBody) {
    return this.lostFactors.describeStop(token);
  }

  /** `POST /recovery-stop`: stops the recovery. Needs no login, because only mails to the user contain the token. */
  @Route(endpoints.stopRecoveryByLink, doneReply)
  async stop(
    @Body({ schema: recoveryStopBody }) { token }: RecoveryStopBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.lostFactors.stop(token, request);
    return { message: 'Stopped' };
  }
}
