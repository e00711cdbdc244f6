import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { flag, typedSql } from '@foyer/db/typed-sql';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { factorDemandOf, hasFactor } from './access.ts';
import { Problem } from '../request/problem.ts';
import type { Session } from './session.service.ts';

/** What a demand for a second factor forbids its person (decision 83). What changes something needs the lock of the user. */
@Injectable()
export class RequiredFactors {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {}

  /**
   * A session that is kept to setting up a second factor may set up the first one only, and export or delete only an account
   * without one: it has had no more than a password, which must not get round the factor that its person has. Throws
   * `SecondFactorMissing`.
   */
  async requireNone(
    transaction: Transaction,
    { userId, restrictedTo }: Pick<Session, 'userId' | 'restrictedTo'>,
  ): Promise<void> {
    if (restrictedTo !== 'second-factor') return;
    if ((await readStanding(transaction, userId).executeTakeFirst())?.hasFactor)
      throw new Problem('SecondFactorMissing');
  }

  /**
   * After a factor was removed: one is left, or none is asked for, from now on until the end of the transaction. Throws
   * `SecondFactorKept`.
   */
  async requireOneLeft(transaction: Transaction, userId: string): Promise<void> {
    const standing = await readStanding(transaction, userId).forShare('t').executeTakeFirst();
    if (!standing || standing.hasFactor) return;
    if (factorDemandOf(standing, this.env.SECOND_FACTOR_REQUIRED_BY)) throw new Problem('SecondFactorKept');
  }

  /**
   * Who is asked for a second factor does not take off their own by waiting: the owner of the team, or an operator, begins
   * it (decision 82). Throws `RecoveryNotOffered`.
   */
  async refuseOwnRecovery(transaction: Transaction, userId: string): Promise<void> {
    const standing = await readStanding(transaction, userId).executeTakeFirst();
    if (standing && factorDemandOf(standing, this.env.SECOND_FACTOR_REQUIRED_BY))
      throw new Problem('RecoveryNotOffered');
  }

  /** Whether a person has a second factor at all. */
  async hasOne(transaction: Transaction, userId: string): Promise<boolean> {
    return (await readStanding(transaction, userId).executeTakeFirst())?.hasFactor ?? false;
  }
}

function readStanding(transaction: Transaction, userId: string) {
  return typedSql(transaction)
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .select(['t.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt'])
    .select((row) => flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'))
    .where('u.id', '=', userId);
}
