import { Inject, Injectable } from '@nestjs/common';
import { OBSERVE_TEXT_VERSION } from '@foyer/catalog/consents';
import { PrismaClient } from '@foyer/db/client';
import { Clock } from '../../database/clock.ts';
import { TrackingConsent } from '../../http/tracking-consent.ts';
import { SessionService } from '../../identity/session.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

/**
 * Keeps proof of each browser's answer about monitoring and analytics (GDPR article 7.1). The proof does not identify
 * the person. After a yes, the browser has a cookie with the id of the proof.
 */
@Injectable()
export class ObserveAnswerService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly consent: TrackingConsent,
    private readonly sessions: SessionService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the answer, and ends a previous yes. With Global Privacy Control, the answer is always no. Throws `NotFound`
   * if no consent is needed.
   */
  async keep(isAllowed: boolean, request: RequestContext): Promise<void> {
    const state = this.consent.stateOf(request);
    if (state === undefined) throw new Problem('NotFound');
    const before = this.consent.idOf(request);
    // Sets the language of the page, which is part of the proof.
    await this.sessions.find(request);
    const isYes = isAllowed && state !== 'gpc';
    const id = await this.prisma.$transaction(async (transaction) => {
      if (before !== undefined)
        await transaction.observeAnswer.updateMany({
          where: { id: before, endedAt: null },
          data: { endedAt: this.clock.now() },
        });
      const { language } = request;
      const row = { isYes, textVersion: OBSERVE_TEXT_VERSION, language };
      return (await transaction.observeAnswer.create({ data: row, select: { id: true } })).id;
    });
    this.consent.keep(request, isYes ? id : undefined);
    this.consent.endTraces(request);
  }
}
