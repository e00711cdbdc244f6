import { Body, Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  changeIdpBody,
  idpChangedReply,
  ssoSettingsReply,
  ssoTestReply,
  type ChangeIdpBody,
} from '@foyer/contracts/company/saml';
import type { Session } from '../../identity/session.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { Route } from '../../http/route.ts';
import { SsoSettingsService } from './sso-settings.service.ts';

@Controller()
@SignedIn()
export class SsoSettingsController {
  constructor(private readonly settings: SsoSettingsService) {}

  @Route(endpoints.ssoSettings, ssoSettingsReply)
  async show(@CurrentSession() session: Session) {
    return this.settings.describe(session);
  }

  @Route(endpoints.changeIdp, idpChangedReply)
  async change(
    @Param('idpName') name: string,
    @Body({ schema: changeIdpBody }) body: ChangeIdpBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.settings.change(session, name, body, request);
    return {};
  }

  @Route(endpoints.ssoTest, ssoTestReply)
  async showTest(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() { language }: RequestContext,
  ) {
    return this.settings.readTest(session, id, language);
  }
}
