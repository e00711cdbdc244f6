import { Global, Module } from '@nestjs/common';
import { SessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';

/** Every feature may ask who is signed in. */
@Global()
@Module({
  providers: [SessionCookie, SessionService],
  exports: [SessionCookie, SessionService],
})
export class SessionModule {}
