import { Body, Controller, Get, Param, Patch, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  changeIdpBody,
  idpChangedReply,
  ssoSettingsReply,
  ssoTestReply,
  type ChangeIdpBody,
  type SsoSettingsReply,
  type SsoTestReply,
} from '@foyer/contracts/saml';
import type { Session } from '../../session/session.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CurrentSession, SignedIn } from '../../http/signed-in.ts';
import { SsoSettingsService } from './sso-settings.service.ts';

@Controller()
@SignedIn()
export class SsoSettingsController {
  constructor(private readonly settings: SsoSettingsService) {}

  /** `GET /settings/sso/details`: both sides' settings, for the owner. 403 `NotOwner`. */
  @Get(endpoints.ssoSettings.path)
  @SerializeOptions({ schema: ssoSettingsReply })
  async show(@CurrentSession() session: Session): Promise<SsoSettingsReply> {
    return this.settings.describe(session);
  }

  /** `PATCH /settings/sso/{idpName}`: whether its sign-ins count as a second factor. 403 `NotOwner`, 404 `NotFound`. */
  @Patch(endpoints.changeIdp.path)
  @SerializeOptions({ schema: idpChangedReply })
  async change(
    @Param('idpName') name: string,
    @Body({ schema: changeIdpBody }) body: ChangeIdpBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<object> {
    await this.settings.change(session, name, body, request);
    return {};
  }

  /** `GET /settings/sso/tests/{id}`: what a test login brought, for the owner. 403 `NotOwner`, 404 `NotFound`. */
  @Get(endpoints.ssoTest.path)
  @SerializeOptions({ schema: ssoTestReply })
  async showTest(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() { language }: RequestContext,
  ): Promise<SsoTestReply> {
    return this.settings.readTest(session, id, language);
  }
}
