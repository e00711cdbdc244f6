import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import { isPageAmong, pages } from '@foyer/contracts/pages';
import { PrismaClient } from '@foyer/db/client';
import type { NextFunction, Request, Response } from 'express';
import { isRead, acceptsHtml } from '../http/accepts-html.ts';
import { SessionService } from '../identity/session.service.ts';

/**
 * The server redirects the owner of a running plan and tells other members who the owner is, so that the page never
 * shows them the form.
 */
@Injectable()
export class UpgradePage {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly sessions: SessionService,
  ) {}

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (!isRead(request) || !isPageAmong([pages.proUpgrade, pages.billing], request.path)) return next();
    const session = acceptsHtml(request) ? await this.sessions.find(request.context) : undefined;
    if (!session) return next();
    const { ownerId, owner, subscription } = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: {
        ownerId: true,
        owner: { select: { firstName: true, lastName: true } },
        subscription: { select: { status: true } },
      },
    });
    if (ownerId !== session.userId)
      request.pageAdditions = { values: { planOwner: owner ? fullName(owner) : '' } };
    else if (subscriptionStateOf(subscription?.status).isRunning)
      return response.redirect(303, pages.settingsBilling);
    next();
  };
}
