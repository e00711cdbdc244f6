import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, LoginReply } from '@foyer/contracts/login';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { PasswordHasher } from '../../credentials/password-hasher.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Refusal } from '../../http/refusal.ts';
import { SessionService, toSessionUser } from '../../session/session.service.ts';

@Injectable()
export class LoginService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly redirectTargets: RedirectTargets,
  ) {}

  /**
   * Signs in with address and password. An unknown address, an account without a password and a deactivated one take
   * the same time and get the same answer as a wrong password.
   */
  async login(body: LoginBody, request: Request): Promise<{ reply: LoginReply; sessionToken: string }> {
    const user = await this.prisma.user.findUnique({
      where: { email: body.email },
      select: {
        id: true,
        email: true,
        firstName: true,
        lastName: true,
        passwordHash: true,
        deactivatedAt: true,
        team: { select: { name: true, hasIncompleteBilling: true } },
      },
    });
    const isRight = await this.hasher.verify(body.password, user?.passwordHash);
    if (!user || !isRight || user.deactivatedAt) throw new Refusal('Unauthorized');
    return {
      sessionToken: await this.sessions.start(this.prisma, user.id, request),
      reply: {
        message: 'OK',
        user: toSessionUser({
          user_id: user.id,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          team_name: user.team.name,
        }),
        hasIncompleteBilling: user.team.hasIncompleteBilling,
        redirectURL: this.redirectTargets.decide(body.redirect),
      },
    };
  }
}
