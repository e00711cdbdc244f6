import { Body, Controller, Query } from '@nestjs/common';
import {
  addressLinkBody,
  addressLinkQuery,
  addressLinkReply,
  addressUndoReply,
  changeAddressBody,
  changeAddressReply,
  type AddressLinkBody,
  type ChangeAddressBody,
} from '@foyer/contracts/account/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { AddressChangeService } from './address-change.service.ts';
import { AddressUndoService } from './address-undo.service.ts';

@Controller()
export class AddressChangeController {
  constructor(
    private readonly changes: AddressChangeService,
    private readonly undos: AddressUndoService,
  ) {}

  @Route(endpoints.changeAddress, changeAddressReply)
  @SignedIn()
  async request(
    @Body({ schema: changeAddressBody }) body: ChangeAddressBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.changes.request(session, body, request);
    return { message: 'Link sent', email: body.email };
  }

  @Route(endpoints.addressLink, addressLinkReply)
  @SignedIn()
  async describe(
    @Query({ schema: addressLinkQuery }) { token }: AddressLinkBody,
    @CurrentSession() session: Session,
  ) {
    return this.changes.describe(session, token);
  }

  @Route(endpoints.confirmAddress, doneReply)
  @SignedIn()
  async confirm(
    @Body({ schema: addressLinkBody }) { token }: AddressLinkBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.changes.confirm(session, token, request);
    return { message: 'Address changed' };
  }

  @Route(endpoints.addressUndo, addressUndoReply)
  async describeUndo(@Query({ schema: addressLinkQuery }) { token }: AddressLinkBody) {
    return this.undos.describe(token);
  }

  /** `POST /address-undo` needs no session, because the link went to the former address. */
  @Route(endpoints.undoAddress, doneReply)
  async undo(
    @Body({ schema: addressLinkBody }) { token }: AddressLinkBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.undos.undo(token, request);
    return { message: 'Address restored' };
  }
}
