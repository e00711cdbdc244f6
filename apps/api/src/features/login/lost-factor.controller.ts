import { Body, Controller, Get, HttpCode, Post, Query, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  recoveryBody,
  recoveryReply,
  recoveryStopBody,
  recoveryStopQuery,
  recoveryStopReply,
  type RecoveryBody,
  type RecoveryReply,
  type RecoveryStopBody,
  type RecoveryStopReply,
} from '@foyer/contracts/factor-recovery';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LostFactorService } from './lost-factor.service.ts';

@Controller()
export class LostFactorController {
  constructor(private readonly lostFactors: LostFactorService) {}

  /** `POST /login/second-factor/recovery`: mails a code, and with the code begins the wait. */
  @Post(endpoints.recoverFactor.path)
  @HttpCode(200)
  @SerializeOptions({ schema: recoveryReply })
  async recover(
    @Body({ schema: recoveryBody }) { code }: RecoveryBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<RecoveryReply> {
    return code === undefined ? this.lostFactors.ask(request) : this.lostFactors.begin(code, request);
  }

  /** `GET /recovery-stop`: what the link of a mail about a wait is good for. */
  @Get(endpoints.recoveryStop.path)
  @SerializeOptions({ schema: recoveryStopReply })
  async describeStop(
    @Query({ schema: recoveryStopQuery }) { token }: RecoveryStopBody,
  ): Promise<RecoveryStopReply> {
    return this.lostFactors.describeStop(token);
  }

  /** `POST /recovery-stop`: stops the wait. Nobody need be signed in: the link went to the person's addresses alone. */
  @Post(endpoints.stopRecoveryByLink.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async stop(
    @Body({ schema: recoveryStopBody }) { token }: RecoveryStopBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.lostFactors.stop(token, request);
    return { message: 'Stopped' };
  }
}
