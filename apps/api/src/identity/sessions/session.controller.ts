import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { sessionReply } from '@foyer/contracts/identity/session';
import type { Request, Response } from 'express';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { Csrf } from '../csrf.ts';
import { SessionService } from '../session.service.ts';
import { Route } from '../../http/route.ts';

@Controller()
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly recoveries: FactorRecoveries,
    private readonly csrf: Csrf,
  ) {}

  @Route(endpoints.session, sessionReply)
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const session = await this.sessions.find(request.context);
    const hasIdledOut = !session && (await this.sessions.hasIdledOut(request.context));
    return {
      ...(hasIdledOut ? { hasIdledOut } : {}),
      ...(session ? await this.recoveries.knownSession(session) : {}),
      csrfToken: this.csrf.tokenFor(request, response),
    };
  }
}
