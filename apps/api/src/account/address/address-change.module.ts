import { Module } from '@nestjs/common';
import { AddressChangeController } from './address-change.controller.ts';
import { AddressChangeService } from './address-change.service.ts';
import { AddressLinkMails } from './address-link-mails.service.ts';
import { AddressUndoService } from './address-undo.service.ts';

@Module({
  controllers: [AddressChangeController],
  providers: [AddressChangeService, AddressLinkMails, AddressUndoService],
})
export class AddressChangeModule {}
