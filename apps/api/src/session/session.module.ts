import { Global, Module } from '@nestjs/common';
import { Csrf } from '../http/csrf.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionController } from './session.controller.ts';
import { SessionService } from './session.service.ts';

/** Every feature may ask who is signed in. */
@Global()
@Module({
  controllers: [SessionController],
  providers: [SessionCookie, SessionService, Csrf],
  exports: [SessionCookie, SessionService, Csrf],
})
export class SessionModule {}
