import { Body, Controller, Delete, Get, HttpCode, Param, Post, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  addFactorBody,
  recoveryCodesReply,
  secondFactorReply,
  setUpReply,
  type AddFactorBody,
  type RecoveryCodesReply,
  type SecondFactorReply,
  type SetUpReply,
} from '@foyer/contracts/second-factor';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../http/signed-in.ts';
import type { Session } from '../../session/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SecondFactorService } from './second-factor.service.ts';

@Controller()
@SignedIn()
export class SecondFactorController {
  constructor(private readonly factors: SecondFactorService) {}

  /** `GET /settings/security/second-factor`: whether there is one, how many recovery codes are left, remembered browsers. */
  @Get(endpoints.secondFactor.path)
  @AlsoFor('second-factor')
  @SerializeOptions({ schema: secondFactorReply })
  async show(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<SecondFactorReply> {
    return this.factors.describe(session, request);
  }

  /** `POST /settings/security/second-factor/set-up`: a new secret, which counts once its first code has come. */
  @Post(endpoints.setUpSecondFactor.path)
  @AlsoFor('second-factor')
  @HttpCode(200)
  @SerializeOptions({ schema: setUpReply })
  async setUp(@CurrentSession() session: Session): Promise<SetUpReply> {
    return this.factors.setUp(session);
  }

  /** `POST /settings/security/second-factor`: the first code. Shows the recovery codes, once. */
  @Post(endpoints.addSecondFactor.path)
  @AlsoFor('second-factor')
  @HttpCode(200)
  @SerializeOptions({ schema: recoveryCodesReply })
  async add(
    @Body({ schema: addFactorBody }) { code }: AddFactorBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<RecoveryCodesReply> {
    return this.factors.add(session, code, request);
  }

  /** `POST /settings/security/second-factor/removal`: removes the app and all that belongs to it. 403 `ProofNeeded`. */
  @Post(endpoints.removeSecondFactor.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async remove(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.factors.remove(session, request);
    return { message: 'Authenticator app removed' };
  }

  /** `POST /settings/security/second-factor/recovery-codes`: ten new ones in place of all there are, shown once. */
  @Post(endpoints.makeRecoveryCodes.path)
  @HttpCode(200)
  @SerializeOptions({ schema: recoveryCodesReply })
  async makeCodes(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<RecoveryCodesReply> {
    return this.factors.makeCodes(session, request);
  }

  /** `POST /settings/security/second-factor/recovery-stop`: the app stays, whoever has said that it is lost. */
  @Post(endpoints.stopRecovery.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async stopRecovery(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.factors.stopRecovery(session, request);
    return { message: 'Stopped' };
  }

  /** `DELETE /settings/security/second-factor/devices/{id}`: asks this browser for a code again. */
  @Delete(endpoints.forgetDevice.path)
  @SerializeOptions({ schema: doneReply })
  async forgetDevice(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.factors.forgetDevice(session, id, request);
    return { message: 'Device forgotten' };
  }
}
