import { Module } from '@nestjs/common';
import { PageValuesService } from './page-values.service.ts';
import { Pages } from './pages.ts';

@Module({ providers: [PageValuesService, Pages] })
export class PageValuesModule {}
