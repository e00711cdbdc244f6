import { Module } from '@nestjs/common';
import { DataExportService } from './data-export.service.ts';
import { DeleteAccountService } from './delete-account.service.ts';
import { EraseAccountsService } from './erase-accounts.service.ts';
import { OwnDataController } from './own-data.controller.ts';

@Module({
  controllers: [OwnDataController],
  providers: [DataExportService, DeleteAccountService, EraseAccountsService],
})
export class OwnDataModule {}
