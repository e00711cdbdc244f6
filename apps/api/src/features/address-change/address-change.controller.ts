import { Body, Controller, Get, HttpCode, Post, Query, SerializeOptions } from '@nestjs/common';
import {
  addressLinkBody,
  addressLinkQuery,
  addressLinkReply,
  addressUndoReply,
  changeAddressBody,
  changeAddressReply,
  type AddressLinkBody,
  type AddressLinkReply,
  type AddressUndoReply,
  type ChangeAddressBody,
  type ChangeAddressReply,
} from '@foyer/contracts/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import type { Session } from '../../session/session.service.ts';
import { CurrentSession, SignedIn } from '../../http/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AddressChangeService } from './address-change.service.ts';
import { AddressUndoService } from './address-undo.service.ts';

@Controller()
export class AddressChangeController {
  constructor(
    private readonly changes: AddressChangeService,
    private readonly undoing: AddressUndoService,
  ) {}

  /** `POST /settings/profile/address`: asks for a change, which waits for the link that is mailed to the new address. */
  @Post(endpoints.changeAddress.path)
  @HttpCode(200)
  @SignedIn()
  @SerializeOptions({ schema: changeAddressReply })
  async ask(
    @Body({ schema: changeAddressBody }) body: ChangeAddressBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<ChangeAddressReply> {
    await this.changes.ask(session, body, request);
    return { message: 'Link sent', email: body.email };
  }

  /** `GET /address-link`: what a link to the new address is good for, for the person who asked for it. */
  @Get(endpoints.addressLink.path)
  @SignedIn()
  @SerializeOptions({ schema: addressLinkReply })
  async describe(
    @Query({ schema: addressLinkQuery }) { token }: AddressLinkBody,
    @CurrentSession() session: Session,
  ): Promise<AddressLinkReply> {
    return this.changes.describe(session, token);
  }

  /** `POST /address-link`: changes the address. */
  @Post(endpoints.confirmAddress.path)
  @HttpCode(200)
  @SignedIn()
  @SerializeOptions({ schema: doneReply })
  async confirm(
    @Body({ schema: addressLinkBody }) { token }: AddressLinkBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.changes.confirm(session, token, request);
    return { message: 'Address changed' };
  }

  /** `GET /address-undo`: what a link to the former address is good for. */
  @Get(endpoints.addressUndo.path)
  @SerializeOptions({ schema: addressUndoReply })
  async describeUndo(
    @Query({ schema: addressLinkQuery }) { token }: AddressLinkBody,
  ): Promise<AddressUndoReply> {
    return this.undoing.describe(token);
  }

  /** `POST /address-undo`: takes the change back. Nobody need be signed in: the link went to the former address. */
  @Post(endpoints.undoAddress.path)
  @HttpCode(200)
  @SerializeOptions({ schema: doneReply })
  async undo(
    @Body({ schema: addressLinkBody }) { token }: AddressLinkBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.undoing.undo(token, request);
    return { message: 'Address restored' };
  }
}
