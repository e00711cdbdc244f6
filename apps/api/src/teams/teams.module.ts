import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { InvitationsModule } from '../invitations/invitations.module.ts';
import { OwnershipTransferService } from './members/ownership-transfer.service.ts';
import { LeaveTeamController } from './members/leave-team.controller.ts';
import { LeaveTeamService } from './members/leave-team.service.ts';
import { TeamFactorService } from './members/team-factor.service.ts';
import { TeamSwitchService } from './members/team-switch.service.ts';
import { TeamController } from './members/team.controller.ts';
import { TeamService } from './members/team.service.ts';
import { OwnerNoticeService } from './owner-notice.service.ts';

@Module({
  imports: [MailsModule, IdentityModule, InvitationsModule],
  controllers: [TeamController, LeaveTeamController],
  providers: [
    OwnershipTransferService,
    LeaveTeamService,
    OwnerNoticeService,
    TeamFactorService,
    TeamService,
    TeamSwitchService,
  ],
  exports: [OwnerNoticeService],
})
export class TeamsModule {}
