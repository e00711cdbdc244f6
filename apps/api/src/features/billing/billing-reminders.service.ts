import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { graceEndOf, PAYMENT_GRACE_DAYS, statusesWhere } from '@foyer/catalog/subscription-states';
import { PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { BILLING_REMINDER_QUEUE } from '@foyer/mail/queues';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Jobs } from '../../database/jobs.ts';
import { FormerCardsService } from './former-cards.service.ts';

const EVERY_HOUR = '20 * * * *';
const BATCH_SIZE = 100;
/** When the owner is reminded, before the end of grace. */
const GRACE_REMINDER_DAYS = 2;

const RETRIED = statusesWhere(({ isRetried }) => isRetried);
const CHARGED = statusesWhere(({ isRunning }) => isRunning);

type Owner = { email: string; firstName: string };

/** Reminders to owners, sent once each: the row is marked in the transaction of the mail. */
@Injectable()
export class BillingRemindersService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly formerCards: FormerCardsService,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(BILLING_REMINDER_QUEUE, () => this.remind());
    await this.jobs.repeat(BILLING_REMINDER_QUEUE, EVERY_HOUR);
  }

  async remind(): Promise<void> {
    while ((await this.#notifyOfGraces()) === BATCH_SIZE);
    while ((await this.#notifyOfCards()) === BATCH_SIZE);
    await this.formerCards.retry();
  }

  /** Failed payments still due two days before PRO ends. */
  async #notifyOfGraces(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await transaction.$queryRaw<(Owner & { pastDueSince: Date })[]>`
        UPDATE subscriptions s SET grace_told_for = past_due_since
          FROM (SELECT b.id, u.email, u.first_name
                  FROM subscriptions b JOIN teams t ON t.id = b.team_id JOIN users u ON u.id = t.owner_id
                 WHERE b.status = ANY (${RETRIED}) AND b.grace_told_for IS DISTINCT FROM b.past_due_since
                   AND now() >= b.past_due_since
                       + make_interval(days => ${PAYMENT_GRACE_DAYS - GRACE_REMINDER_DAYS}::int)
                   AND now() < b.past_due_since + make_interval(days => ${PAYMENT_GRACE_DAYS}::int)
                 LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE OF b SKIP LOCKED) due
         WHERE s.id = due.id
        RETURNING due.email, due.first_name AS "firstName", s.past_due_since AS "pastDueSince"`;
      const endsAs = this.env.UNPAID_ENDS_AS;
      for (const { email: to, firstName, pastDueSince } of due)
        await this.mails.enqueueMail(transaction, {
          kind: 'grace-ending',
          to,
          content: { firstName, endsOn: graceEndOf(pastDueSince).toISOString(), endsAs },
        });
      return due.length;
    });
  }

  /** Cards that expire this month or the next and will be charged again. */
  async #notifyOfCards(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await transaction.$queryRaw<
        (Owner & { brand: string; last4: string; month: number; year: number })[]
      >`
        UPDATE subscriptions s SET card_told_for = due.card
          FROM (SELECT b.id, b.card, u.email, u.first_name
                  FROM (SELECT *, concat_ws(' ', card_brand, card_last4, card_exp_month, card_exp_year) AS card
                          FROM subscriptions) b
                  JOIN teams t ON t.id = b.team_id JOIN users u ON u.id = t.owner_id
                 WHERE b.status = ANY (${CHARGED}) AND NOT b.is_cancel_scheduled AND b.hand_over_id IS NULL
                   AND make_date(b.card_exp_year, b.card_exp_month, 1)
                       BETWEEN date_trunc('month', now()) AND date_trunc('month', now()) + interval '1 month'
                   AND b.card_told_for IS DISTINCT FROM b.card
                 LIMIT ${BATCH_SIZE}) due
         WHERE s.id = due.id AND s.card_told_for IS DISTINCT FROM due.card
        RETURNING due.email, due.first_name AS "firstName", s.card_brand AS brand, s.card_last4 AS last4,
                  s.card_exp_month AS month, s.card_exp_year AS year`;
      for (const { email: to, ...content } of due)
        await this.mails.enqueueMail(transaction, { kind: 'card-expiring', to, content });
      return due.length;
    });
  }
}
