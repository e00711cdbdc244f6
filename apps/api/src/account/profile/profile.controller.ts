import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  chooseLanguageBody,
  profileBody,
  profileReply,
  type ChooseLanguageBody,
  type ProfileBody,
} from '@foyer/contracts/account/profile';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Session } from '../../identity/session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ProfileService } from './profile.service.ts';

@Controller()
@SignedIn()
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  @Route(endpoints.profile, profileReply)
  async describe(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    return this.profile.describe(session, request.language);
  }

  @Route(endpoints.changeProfile, doneReply)
  async change(
    @Body({ schema: profileBody }) body: ProfileBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.profile.change(session, body, request);
    return { message: 'Profile saved' };
  }

  @Route(endpoints.chooseLanguage, doneReply)
  @AllowRestricted('billing', 'ended-member', 'second-factor')
  async chooseLanguage(
    @Body({ schema: chooseLanguageBody }) { language }: ChooseLanguageBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.profile.chooseLanguage(session, language, request);
    return { message: 'Language saved' };
  }
}
