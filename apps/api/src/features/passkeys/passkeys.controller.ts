import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  SerializeOptions,
} from '@nestjs/common';
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
  type AddPasskeyReply,
  type PasskeyCreation,
  type PasskeyProofBody,
  type PasskeyRequest,
  type PasskeysReply,
  type RenamePasskeyBody,
} from '@foyer/contracts/passkeys';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import { CurrentRequest } from '../../http/request-context.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../http/signed-in.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Session } from '../../session/session.service.ts';
import { PasskeyProofService } from './passkey-proof.service.ts';
import { PasskeysService } from './passkeys.service.ts';

@Controller()
@SignedIn()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly proofs: PasskeyProofService,
  ) {}

  /** `GET /settings/security/proof/passkey`: a challenge. It writes nothing. */
  @Get(endpoints.passkeyProofOptions.path)
  @AlsoFor('billing', 'ended-member', 'second-factor')
  @SerializeOptions({ schema: passkeyRequest })
  async beginProof(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<PasskeyRequest> {
    return this.proofs.begin(session, request);
  }

  /** `POST /settings/security/proof/passkey`: proves again who is there. 401 `PasskeyRefused`. */
  @Post(endpoints.provePasskey.path)
  @AlsoFor('billing', 'ended-member', 'second-factor')
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async prove(
    @Body({ schema: passkeyProofBody }) body: PasskeyProofBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.proofs.prove(session, body, request);
    return { message: 'Confirmed' };
  }

  /** `GET /settings/security/passkeys`: the visitor's own. */
  @Get(endpoints.passkeys.path)
  @AlsoFor('second-factor')
  @SerializeOptions({ schema: passkeysReply })
  async list(@CurrentSession() session: Session): Promise<PasskeysReply> {
    return { passkeys: await this.passkeys.list(session) };
  }

  /** `POST /settings/security/passkeys/options`: what a passkey is made with. 403 `ProofNeeded`, 409 when there are too many. */
  @Post(endpoints.newPasskey.path)
  @AlsoFor('second-factor')
  @HttpCode(200)
  @SerializeOptions({ schema: passkeyCreation })
  async beginAdding(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<PasskeyCreation> {
    return this.passkeys.beginAdding(session, request);
  }

  /** `POST /settings/security/passkeys`: 201; 400 when anything about the passkey is not right. */
  @Post(endpoints.addPasskey.path)
  @AlsoFor('second-factor')
  @HttpCode(201)
  @SerializeOptions({ schema: addPasskeyReply })
  async add(
    @Body({ schema: addPasskeyBody }) { credential }: AddPasskeyBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<AddPasskeyReply> {
    return { message: 'Passkey added', passkey: await this.passkeys.add(session, credential, request) };
  }

  /** `PATCH /settings/security/passkeys/{id}`: another name. 404 if it is gone or another user's. */
  @Patch(endpoints.renamePasskey.path)
  @SerializeOptions({ schema: doneReply })
  async rename(
    @Param('id') id: string,
    @Body({ schema: renamePasskeyBody }) { name }: RenamePasskeyBody,
    @CurrentSession() session: Session,
  ): Promise<DoneReply> {
    await this.passkeys.rename(session, id, name);
    return { message: 'Passkey renamed' };
  }

  /** `DELETE /settings/security/passkeys/{id}`: 403 `ProofNeeded`, 404 if it is gone or another user's. */
  @Delete(endpoints.removePasskey.path)
  @SerializeOptions({ schema: doneReply })
  async remove(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.passkeys.remove(session, id, request);
    return { message: 'Passkey removed' };
  }
}
