import { Module } from '@nestjs/common';
import { DataExportService } from './data-export.service.ts';
import { OwnDataController } from './own-data.controller.ts';

@Module({ controllers: [OwnDataController], providers: [DataExportService] })
export class OwnDataModule {}
