import { Module } from '@nestjs/common';
import { WaitingInvitationsController } from './waiting-invitations.controller.ts';
import { WaitingInvitationsService } from './waiting-invitations.service.ts';

@Module({ controllers: [WaitingInvitationsController], providers: [WaitingInvitationsService] })
export class WaitingInvitationsModule {}
