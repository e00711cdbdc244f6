import { Inject, Injectable } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { statusesWhere } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ago, ahead, greatest, later, now, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { log } from '../../observe/log.ts';

/** So long before the end the first mail goes out, and the second. */
const FIRST_NOTICE_DAYS = 30;
const LAST_NOTICE_DAYS = 7;
/** In a night, so that a portal that begins with this neither floods its mail server nor looks like who does. */
const MAILS_A_NIGHT = 1_000;

/**
 * Accounts that nobody has used for `INACTIVE_ACCOUNT_DAYS`: who they belong to is told twice, and however late the mails went
 * out, nothing is erased sooner than `LAST_NOTICE_DAYS` after the second. A login by any way, or by an app, ends it.
 */
@Injectable()
export class InactiveAccountsService {
  readonly #days: number | undefined;

  constructor(
    @Inject(API_ENV) env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly mails: MailQueue,
  ) {
    this.#days = env.INACTIVE_ACCOUNT_DAYS;
  }

  /** Tells whoever is to be told tonight. What runs twice tells once. */
  async remind(): Promise<void> {
    await this.#noteUseByApps();
    await this.#forgetWhoCameBack();
    if (this.#days === undefined) return;
    const firsts = await unused(this.pool, this.#days - FIRST_NOTICE_DAYS)
      .leftJoin('inactiveAccounts as i', 'i.userId', 'u.id')
      .where('i.userId', 'is', null)
      .select('u.id')
      .orderBy('u.lastActiveAt')
      .limit(MAILS_A_NIGHT)
      .execute();
    for (const { id } of firsts) await this.#notify(id, this.#days, false);
    const lasts = await typedSql(this.pool)
      .selectFrom('inactiveAccounts')
      .where('firstMailAt', '<=', ago({ days: FIRST_NOTICE_DAYS - LAST_NOTICE_DAYS }))
      .where('secondMailAt', 'is', null)
      .select('userId as id')
      .orderBy('firstMailAt')
      .limit(MAILS_A_NIGHT)
      .execute();
    for (const { id } of lasts) await this.#notify(id, this.#days, true);
    if (firsts.length + lasts.length > 0)
      log.info({ first: firsts.length, last: lasts.length }, 'told people that their account is not used');
  }

  /** Those whose time is over. */
  async due(): Promise<{ id: string }[]> {
    if (this.#days === undefined) return [];
    return dueIn(this.pool, this.#days).select('u.id').execute();
  }

  /** One of them, locked; undefined if it was used in the meantime. */
  async lockDue(transaction: Transaction, userId: string) {
    if (this.#days === undefined) return undefined;
    return dueIn(transaction, this.#days)
      .where('u.id', '=', userId)
      .select(['u.email', 'u.firstName', 'u.language'])
      .forUpdate('u')
      .executeTakeFirst();
  }

  async #notify(userId: string, days: number, isLast: boolean): Promise<void> {
    const notice = isLast ? LAST_NOTICE_DAYS : FIRST_NOTICE_DAYS;
    await this.prisma.$transaction(async (transaction) => {
      const user = await unused(transaction, days - FIRST_NOTICE_DAYS)
        .where('u.id', '=', userId)
        .select((row) => [
          ...(['u.email', 'u.firstName', 'u.language'] as const),
          greatest(later(row.ref('u.lastActiveAt'), { days }), ahead({ days: notice })).as('erasedOn'),
        ])
        .forUpdate('u')
        .executeTakeFirst();
      if (!user) return;
      const noted = isLast
        ? await typedSql(transaction)
            .updateTable('inactiveAccounts')
            .set({ secondMailAt: now() })
            .where('userId', '=', userId)
            .where('secondMailAt', 'is', null)
            .returning('userId')
            .execute()
        : await typedSql(transaction)
            .insertInto('inactiveAccounts')
            .values({ userId })
            .onConflict((conflict) => conflict.doNothing())
            .returning('userId')
            .execute();
      if (noted.length === 0) return;
      const { email: to, firstName, erasedOn } = user;
      await this.mails.enqueueMail(transaction, {
        kind: 'account-inactive',
        to,
        language: languageNamed(user.language),
        content: { firstName, erasedOn: erasedOn.toISOString(), isLast },
      });
    });
  }

  /** An app that works for somebody is use of the account, too. */
  async #noteUseByApps(): Promise<void> {
    await typedSql(this.pool)
      .updateTable('users')
      .set({ lastActiveAt: now() })
      .where('id', 'in', (from) =>
        from
          .selectFrom('users as u')
          .where('u.id', 'in', (grants) =>
            grants
              .selectFrom('oauthGrants as g')
              .innerJoin('users as of', 'of.id', 'g.userId')
              .whereRef('g.lastUsedAt', '>', 'of.lastActiveAt')
              .where('g.lastUsedAt', '>', ago({ days: 1 }))
              .where('of.lastActiveAt', '<', ago({ days: 1 }))
              .select('g.userId'),
          )
          .select('u.id')
          .forUpdate()
          .skipLocked(),
      )
      .execute();
  }

  /** Or who has paid, is leaving, or was shut out since. All of them where the limit was taken off. */
  async #forgetWhoCameBack(): Promise<void> {
    const told = typedSql(this.pool).deleteFrom('inactiveAccounts');
    if (this.#days === undefined) return void (await told.execute());
    const still = unused(this.pool, this.#days - FIRST_NOTICE_DAYS).select('u.id');
    await told.where('userId', 'not in', still).execute();
  }
}

/**
 * Accounts that nobody has used for so long. Never those of a team that pays, nor of who owns a team with others, which is
 * theirs; who is shut out is so by somebody's decision, and would be let in again by an erasure.
 */
function unused(place: Pool | Transaction, days: number) {
  return typedSql(place)
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .leftJoin('subscriptions as s', 's.teamId', 't.id')
    .where('u.lastActiveAt', '<=', ago({ days }))
    .where('u.deactivatedAt', 'is', null)
    .where('u.leavingAt', 'is', null)
    .where('t.plan', '=', 'free')
    .where((row) =>
      row.or([
        row('s.status', 'is', null),
        row(
          's.status',
          'not in',
          statusesWhere(({ isRunning }) => isRunning),
        ),
      ]),
    )
    .where((row) =>
      row.or([
        row('t.ownerId', 'is', null),
        row('t.ownerId', '<>', row.ref('u.id')),
        row.not(
          row.exists(
            row
              .selectFrom('users as o')
              .whereRef('o.teamId', '=', 't.id')
              .whereRef('o.id', '<>', 'u.id')
              .select('o.id'),
          ),
        ),
      ]),
    );
}

function dueIn(place: Pool | Transaction, days: number) {
  return unused(place, days)
    .innerJoin('inactiveAccounts as i', 'i.userId', 'u.id')
    .where('i.secondMailAt', '<=', ago({ days: LAST_NOTICE_DAYS }));
}
