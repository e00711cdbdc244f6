import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { InvitationBudgets } from './invitation-budgets.service.ts';
import { InvitationCodes } from './invitation-codes.service.ts';
import { InvitationMailService } from './invitation-mail.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { WaitingInvitationsController } from './waiting/waiting-invitations.controller.ts';
import { WaitingInvitationsService } from './waiting/waiting-invitations.service.ts';

@Module({
  imports: [IdentityModule],
  controllers: [WaitingInvitationsController],
  providers: [
    InvitationBudgets,
    InvitationCodes,
    InvitationMailService,
    InvitationsService,
    WaitingInvitationsService,
  ],
  exports: [InvitationBudgets, InvitationCodes, InvitationMailService, InvitationsService],
})
export class InvitationsModule {}
