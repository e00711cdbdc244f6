import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { graceEndOf, PAYMENT_GRACE_DAYS, statusesWhere } from '@foyer/catalog/subscription-states';
import { PrismaClient } from '@foyer/db/client';
import { ago, startOfMonth, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { BILLING_REMINDER_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { UNPAID_ENDS_AS } from './plan-end.ts';
import { CardsService } from '../cards/cards.service.ts';

const EVERY_HOUR = '20 * * * *';
const BATCH_SIZE = 100;
/** When the owner is reminded, before the end of grace. */
const GRACE_REMINDER_DAYS = 2;

const RETRIED = statusesWhere(({ isRetried }) => isRetried);
const CHARGED = statusesWhere(({ isRunning }) => isRunning);

/** Reminders to owners, sent once each: the row is marked in the transaction of the mail. */
@Injectable()
export class BillingRemindersService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly cards: CardsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(BILLING_REMINDER_QUEUE, () => this.remind());
    await this.jobs.repeat(BILLING_REMINDER_QUEUE, EVERY_HOUR);
  }

  async remind(): Promise<void> {
    while ((await this.#notifyOfGraces()) === BATCH_SIZE);
    while ((await this.#notifyOfCards()) === BATCH_SIZE);
    await this.cards.retryRemovals();
  }

  /** Failed payments still due two days before PRO ends. */
  async #notifyOfGraces(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await typedSql(transaction)
        .updateTable('subscriptions as s')
        .from((database) =>
          database
            .selectFrom('subscriptions as b')
            .innerJoin('teams as t', 't.id', 'b.teamId')
            .innerJoin('users as u', 'u.id', 't.ownerId')
            .select(['b.id', 'b.pastDueSince', 'u.email', 'u.firstName'])
            .where('b.status', 'in', RETRIED)
            .whereRef('b.graceToldFor', 'is distinct from', 'b.pastDueSince')
            .where('b.pastDueSince', '<=', ago({ days: PAYMENT_GRACE_DAYS - GRACE_REMINDER_DAYS }))
            .where('b.pastDueSince', '>', ago({ days: PAYMENT_GRACE_DAYS }))
            .limit(BATCH_SIZE)
            .forNoKeyUpdate('b')
            .skipLocked()
            .as('due'),
        )
        .set((row) => ({ graceToldFor: row.ref('s.pastDueSince') }))
        .whereRef('s.id', '=', 'due.id')
        .returning(['due.email', 'due.firstName', 's.pastDueSince'])
        .execute();
      for (const { email: to, firstName, pastDueSince } of due) {
        if (!pastDueSince) continue;
        await this.mails.enqueueMail(transaction, {
          kind: 'grace-ending',
          to,
          content: { firstName, endsOn: graceEndOf(pastDueSince).toISOString(), endsAs: UNPAID_ENDS_AS },
        });
      }
      return due.length;
    });
  }

  /** Cards that expire this month or the next and will be charged again. */
  async #notifyOfCards(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await typedSql(transaction)
        .updateTable('subscriptions as s')
        .from((database) =>
          database
            .selectFrom('subscriptions as b')
            .innerJoin('teams as t', 't.id', 'b.teamId')
            .innerJoin('users as u', 'u.id', 't.ownerId')
            .select((row) => [
              ...(['b.id', 'u.email', 'u.firstName', 'b.cardBrand', 'b.cardLast4'] as const),
              ...(['b.cardExpMonth', 'b.cardExpYear'] as const),
              row
                .fn<string>('concat_ws', [
                  row.val(' '),
                  'b.cardBrand',
                  'b.cardLast4',
                  'b.cardExpMonth',
                  'b.cardExpYear',
                ])
                .as('card'),
            ])
            .where('b.status', 'in', CHARGED)
            .where('b.isCancelScheduled', '=', false)
            .where('b.handOverId', 'is', null)
            .where((row) =>
              row.between(
                row.fn<Date>('make_date', ['b.cardExpYear', 'b.cardExpMonth', row.lit(1)]),
                startOfMonth(0),
                startOfMonth(1),
              ),
            )
            .where((row) =>
              row(
                'b.cardToldFor',
                'is distinct from',
                row.fn<string>('concat_ws', [
                  row.val(' '),
                  'b.cardBrand',
                  'b.cardLast4',
                  'b.cardExpMonth',
                  'b.cardExpYear',
                ]),
              ),
            )
            .limit(BATCH_SIZE)
            .as('due'),
        )
        .set((row) => ({ cardToldFor: row.ref('due.card') }))
        .whereRef('s.id', '=', 'due.id')
        .whereRef('s.cardToldFor', 'is distinct from', 'due.card')
        .returning(['due.email', 'due.firstName'])
        .returning([
          'due.cardBrand as brand',
          'due.cardLast4 as last4',
          'due.cardExpMonth as month',
          'due.cardExpYear as year',
        ])
        .execute();
      for (const { email: to, firstName, brand, last4, month, year } of due)
        if (brand !== null && last4 !== null && month !== null && year !== null)
          await this.mails.enqueueMail(transaction, {
            kind: 'card-expiring',
            to,
            content: { firstName, brand, last4, month, year },
          });
      return due.length;
    });
  }
}
