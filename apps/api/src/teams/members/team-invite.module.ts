import { Module } from '@nestjs/common';
import { HandOverService } from './hand-over.service.ts';
import { IdentityDecisionsService } from '../../company/decisions/identity-decisions.service.ts';
import { JoinTeamController } from '../../registration/team-members/join-team.controller.ts';
import { JoinTeamService } from '../../registration/team-members/join-team.service.ts';
import { LeaveTeamService } from './leave-team.service.ts';
import { TeamFactorService } from './team-factor.service.ts';
import { TeamInvitationsService } from './team-invitations.service.ts';
import { MemberFactorService } from './member-factor.service.ts';
import { TeamController } from './team.controller.ts';
import { TeamPeopleService } from './team-people.service.ts';
import { TeamService } from './team.service.ts';

@Module({
  controllers: [TeamController, JoinTeamController],
  providers: [
    HandOverService,
    IdentityDecisionsService,
    TeamPeopleService,
    TeamService,
    TeamFactorService,
    TeamInvitationsService,
    MemberFactorService,
    JoinTeamService,
    LeaveTeamService,
  ],
})
export class TeamInviteModule {}
