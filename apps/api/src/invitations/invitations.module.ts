import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.ts';
import { InvitationMailsService } from './invitation-mails.service.ts';
import { InvitationsService } from './invitations.service.ts';
import { WaitingInvitationsController } from './waiting/waiting-invitations.controller.ts';

@Module({
  imports: [IdentityModule],
  controllers: [WaitingInvitationsController],
  providers: [InvitationMailsService, InvitationsService],
  exports: [InvitationMailsService, InvitationsService],
})
export class InvitationsModule {}
