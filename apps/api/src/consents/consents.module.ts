import { Global, Module } from '@nestjs/common';
import { ConsentsService } from './consents.service.ts';

@Global()
@Module({
  providers: [ConsentsService],
  exports: [ConsentsService],
})
export class ConsentsModule {}
