import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { MemberChangesService } from './member-changes.service.ts';
import { HandOverService } from './members/hand-over.service.ts';
import { LeaveTeamService } from './members/leave-team.service.ts';
import { MemberFactorService } from './members/member-factor.service.ts';
import { TeamFactorService } from './members/team-factor.service.ts';
import { TeamInvitationsService } from './members/team-invitations.service.ts';
import { TeamPeopleService } from './members/team-people.service.ts';
import { TeamController } from './members/team.controller.ts';
import { TeamService } from './members/team.service.ts';
import { OwnerNoticeService } from './owner-notice.service.ts';
import { TeamSettingsController } from './settings/team-settings.controller.ts';
import { TeamSettingsService } from './settings/team-settings.service.ts';
import { TeamSwitchController } from './switch/team-switch.controller.ts';
import { TeamSwitchService } from './switch/team-switch.service.ts';

@Module({
  imports: [MailsModule, IdentityModule, InvitationsModule],
  controllers: [TeamController, TeamSettingsController, TeamSwitchController],
  providers: [
    HandOverService,
    LeaveTeamService,
    MemberChangesService,
    MemberFactorService,
    OwnerNoticeService,
    TeamFactorService,
    TeamInvitationsService,
    TeamPeopleService,
    TeamService,
    TeamSettingsService,
    TeamSwitchService,
  ],
  exports: [MemberChangesService, OwnerNoticeService],
})
export class TeamsModule {}
