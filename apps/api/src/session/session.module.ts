import { Global, Module } from '@nestjs/common';
import { PlacesService } from './places.service.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionService } from './session.service.ts';

@Global()
@Module({
  providers: [PlacesService, SessionCookie, SessionService],
  exports: [PlacesService, SessionCookie, SessionService],
})
export class SessionModule {}
