import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  teamSettingsBody,
  teamSettingsReply,
  type TeamSettingsBody,
} from '@foyer/contracts/teams/team-settings';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { TeamSettingsService } from './team-settings.service.ts';

@Controller()
@SignedIn()
export class TeamSettingsController {
  constructor(private readonly teamSettings: TeamSettingsService) {}

  /** `PATCH /settings/team`: stay on Free. 403 `NotOwner` for other members. */
  @Route(endpoints.teamSettings, teamSettingsReply)
  async change(
    @Body({ schema: teamSettingsBody }) _body: TeamSettingsBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.teamSettings.stayOnFree(session, request);
    return { has_incomplete_billing: false };
  }
}
