import { Controller, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { dataExportReply, deletionReply, ownDataReply } from '@foyer/contracts/account/own-data';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Response } from 'express';
import { SessionCookie } from '../../identity/session-cookie.ts';
import type { Session } from '../../identity/session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { DataExportService } from './data-export.service.ts';
import { DeleteAccountService } from './delete-account.service.ts';

/**
 * Also admits sessions restricted by an ended plan or a missing second factor, because these restrictions must not
 * block the export and erasure of a user's data (GDPR 15, 17). For a session that still has to verify a factor, the
 * services throw (`rejectUnverifiedFactor`).
 */
@Controller()
@SignedIn()
@AllowRestricted('billing', 'ended-member', 'second-factor')
export class OwnDataController {
  constructor(
    private readonly dataExport: DataExportService,
    private readonly account: DeleteAccountService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Route(endpoints.dataExport, dataExportReply)
  async find(@CurrentSession() session: Session) {
    return this.dataExport.find(session);
  }

  @Route(endpoints.askForData, dataExportReply)
  async request(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.dataExport.request(session, request);
  }

  @Route(endpoints.downloadData, ownDataReply)
  async open(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const copy = await this.dataExport.open(session, request);
    response.setHeader('Content-Disposition', 'attachment; filename="my-data.json"');
    return copy;
  }

  @Route(endpoints.deleteAccount, deletionReply)
  async delete(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    const reply = await this.account.request(session, request);
    this.sessionCookie.forget(request);
    return reply;
  }

  @Route(endpoints.keepAccount, doneReply)
  @AllowRestricted('leaving')
  async keep(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.account.keep(session, request);
    return { message: 'Account kept' };
  }
}
