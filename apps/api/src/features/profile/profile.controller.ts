import { Body, Controller, Get, HttpCode, Patch, Post, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  chooseLanguageBody,
  profileBody,
  profileReply,
  type ChooseLanguageBody,
  type ProfileBody,
  type ProfileReply,
} from '@foyer/contracts/profile';
import { doneReply, type DoneReply } from '@foyer/contracts/security';
import type { Session } from '../../session/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../http/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ProfileService } from './profile.service.ts';

@Controller()
@SignedIn()
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  /** `GET /settings/profile/details`: what the visitor has said of themselves. */
  @Get(endpoints.profile.path)
  @SerializeOptions({ schema: profileReply })
  async describe(
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<ProfileReply> {
    return this.profile.describe(session, request.language);
  }

  /** `PATCH /settings/profile`. 403 `NotOwner` when somebody else's team is renamed. */
  @Patch(endpoints.changeProfile.path)
  @SerializeOptions({ schema: doneReply })
  async change(
    @Body({ schema: profileBody }) body: ProfileBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.profile.change(session, body, request);
    return { message: 'Profile saved' };
  }

  /** `POST /settings/profile/language`: the choice in the footer, of everybody who has a session. */
  @Post(endpoints.chooseLanguage.path)
  @HttpCode(200)
  @AlsoFor('billing', 'ended-member', 'second-factor')
  @SerializeOptions({ schema: doneReply })
  async chooseLanguage(
    @Body({ schema: chooseLanguageBody }) { language }: ChooseLanguageBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ): Promise<DoneReply> {
    await this.profile.chooseLanguage(session, language, request);
    return { message: 'Language saved' };
  }
}
