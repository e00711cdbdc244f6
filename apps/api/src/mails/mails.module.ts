import { Global, Module } from '@nestjs/common';
import { NoticesService } from './notices.service.ts';

@Global()
@Module({
  providers: [NoticesService],
  exports: [NoticesService],
})
export class MailsModule {}
