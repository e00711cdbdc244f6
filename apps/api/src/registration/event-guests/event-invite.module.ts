import { Module } from '@nestjs/common';
import { EventInviteController } from './event-invite.controller.ts';
import { EventInviteService } from './event-invite.service.ts';

@Module({ controllers: [EventInviteController], providers: [EventInviteService] })
export class EventInviteModule {}
