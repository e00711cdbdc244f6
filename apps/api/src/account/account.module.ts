import { Module } from '@nestjs/common';
import { ConsentsModule } from '../consents/consents.module.ts';
import { IdentityModule } from '../identity/identity.module.ts';
import { AddressChangeController } from './address/address-change.controller.ts';
import { AddressChangeService } from './address/address-change.service.ts';
import { AddressUndoService } from './address/address-undo.service.ts';
import { DataExportService } from './data/data-export.service.ts';
import { DeleteAccountService } from './data/delete-account.service.ts';
import { OwnDataController } from './data/own-data.controller.ts';
import { ProfileController } from './profile/profile.controller.ts';
import { ProfileService } from './profile/profile.service.ts';

@Module({
  imports: [ConsentsModule, IdentityModule],
  controllers: [AddressChangeController, OwnDataController, ProfileController],
  providers: [
    AddressChangeService,
    AddressUndoService,
    DataExportService,
    DeleteAccountService,
    ProfileService,
  ],
})
export class AccountModule {}
