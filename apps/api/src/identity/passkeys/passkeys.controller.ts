import { Body, Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  addPasskeyBody,
  addPasskeyReply,
  passkeyCreation,
  passkeyProofBody,
  passkeyRequest,
  passkeysReply,
  renamePasskeyBody,
  type AddPasskeyBody,
  type PasskeyProofBody,
  type RenamePasskeyBody,
} from '@foyer/contracts/identity/passkeys';
import { doneReply } from '@foyer/contracts/identity/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../signed-in.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Session } from '../session.service.ts';
import { StepUpService } from '../sessions/step-up.service.ts';
import { PasskeysService } from './passkeys.service.ts';

@Controller()
@SignedIn()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly stepUp: StepUpService,
  ) {}

  @Route(endpoints.passkeyStepUpOptions, passkeyRequest)
  @AllowRestricted('billing', 'ended-member', 'second-factor')
  async beginProof(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.passkeys.beginProof(session, request);
  }

  @Route(endpoints.stepUpByPasskey, doneReply)
  @AllowRestricted('billing', 'ended-member', 'second-factor')
  async prove(
    @Body({ schema: passkeyProofBody }) { credential }: PasskeyProofBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    const passkey = await this.passkeys.verifyForStepUp(session, credential, request);
    await this.stepUp.recordPasskey(session, passkey, request);
    return { message: 'Confirmed' };
  }

  @Route(endpoints.passkeys, passkeysReply)
  @AllowRestricted('second-factor')
  async list(@CurrentSession() session: Session) {
    return { passkeys: await this.passkeys.list(session) };
  }

  /**
   * `POST /settings/security/passkeys/options`: options for a new passkey. 403 `ProofNeeded` or `SecondFactorMissing`,
   * 409 `PasskeyLimitReached`.
   */
  @Route(endpoints.newPasskey, passkeyCreation)
  @AllowRestricted('second-factor')
  async beginAdding(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.passkeys.beginAdding(session, request);
  }

  /** `POST /settings/security/passkeys`: adds a passkey. 201, 400 `PasskeyNotMade`, 409 `PasskeyLimitReached`. */
  @Route(endpoints.addPasskey, addPasskeyReply, 201)
  @AllowRestricted('second-factor')
  async add(
    @Body({ schema: addPasskeyBody }) { credential }: AddPasskeyBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    return { message: 'Passkey added', passkey: await this.passkeys.add(session, credential, request) };
  }

  /** `PATCH /settings/security/passkeys/{id}`: renames a passkey. 404 if it is gone or another user's. */
  @Route(endpoints.renamePasskey, doneReply)
  async rename(
    @Param('id') id: string,
    @Body({ schema: renamePasskeyBody }) { name }: RenamePasskeyBody,
    @CurrentSession() session: Session,
  ) {
    await this.passkeys.rename(session, id, name);
    return { message: 'Passkey renamed' };
  }

  /**
   * `DELETE /settings/security/passkeys/{id}`: removes a passkey. 403 `ProofNeeded`, 404 if it is gone or another
   * user's, 409 `SecondFactorKept`.
   */
  @Route(endpoints.removePasskey, doneReply)
  async remove(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.passkeys.remove(session, id, request);
    return { message: 'Passkey removed' };
  }
}
