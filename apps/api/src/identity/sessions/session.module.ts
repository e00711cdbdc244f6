import { Global, Module } from '@nestjs/common';
import { SessionCookie } from '../session-cookie.ts';
import { SessionService } from '../session.service.ts';

@Global()
@Module({
  providers: [SessionCookie, SessionService],
  exports: [SessionCookie, SessionService],
})
export class SessionModule {}
