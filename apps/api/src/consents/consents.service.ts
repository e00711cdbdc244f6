import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_TEXTS_VERSION, type ConsentBy, type ConsentTo } from '@foyer/catalog/consents';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import type { Transaction } from '@foyer/db/client';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Clock } from '../database/clock.ts';
import type { RequestContext } from '../request/request-context.ts';

export type Agreement = { at: Date; textVersion: string; language: string };

export type NewsChoice = { hasOptedIn?: boolean | undefined; countryCode?: string | undefined };

type Consent = { what: ConsentTo; how: ConsentBy; about?: string };

/**
 * Stores proof of consents (GDPR articles 5.2 and 7.1), with the version and language of the text. A withdrawn consent
 * stays, with the time of its withdrawal.
 */
@Injectable()
export class ConsentsService {
  readonly #terms: string;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    private readonly clock: Clock,
  ) {
    this.#terms = `${env.LEGAL_LINKS['product-terms']} ${env.LEGAL_LINKS['website-terms']}`;
  }

  /** `agreed`: the consent that the user gave in an earlier request, at registration. */
  async keepOfSignUp(
    transaction: Transaction,
    userId: string,
    news: NewsChoice,
    request: RequestContext,
    agreed?: Agreement,
  ): Promise<void> {
    const consents: Consent[] = [
      { what: 'terms', how: 'contract', about: this.#terms },
      ...(news.hasOptedIn ? [newsConsent(news)] : []),
    ];
    await keep(transaction, userId, consents, request, agreed);
  }

  /** Stores one consent per payment attempt, even if the user tries several cards. */
  async keepOfPurchase(
    transaction: Transaction,
    userId: string,
    attemptId: string,
    request: RequestContext,
  ): Promise<void> {
    await keep(transaction, userId, [{ what: 'billing', how: 'ticked', about: attemptId }], request);
  }

  async changeNews(
    transaction: Transaction,
    userId: string,
    news: NewsChoice,
    request: RequestContext,
  ): Promise<void> {
    if (news.hasOptedIn) return keep(transaction, userId, [newsConsent(news)], request);
    await transaction.consent.updateMany({
      where: { userId, what: 'marketing', withdrawnAt: null },
      data: { withdrawnAt: this.clock.now() },
    });
  }
}

function newsConsent({ countryCode = '' }: NewsChoice): Consent {
  return { what: 'marketing', how: isOptInImplied(countryCode) ? 'implied' : 'ticked' };
}

async function keep(
  transaction: Transaction,
  userId: string,
  consents: Consent[],
  { language }: RequestContext,
  agreed: Agreement | undefined = undefined,
): Promise<void> {
  const when = agreed ?? { textVersion: CONSENT_TEXTS_VERSION, language };
  await transaction.consent.createMany({
    data: consents.map((consent) => ({ userId, ...consent, ...when })),
    skipDuplicates: true,
  });
}
