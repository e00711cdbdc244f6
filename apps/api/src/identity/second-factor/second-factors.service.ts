import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CODE_DIGITS, CODE_SECONDS, type FactorProof } from '@foyer/contracts/identity/second-factor';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { cast, clockTime, expression, now, secondsBetween, typedSql } from '@foyer/db/typed-sql';
import { open, seal } from '@foyer/mail/seal';
import { generateSecret, verifySync } from 'otplib';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import { KnownDevicesService } from '../login/known-devices.service.ts';
import { Passwords } from '../passwords.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { countWrongCode, forgiveCodes, isForADay, secondsLocked } from '../login/code-lockout.ts';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { partsOf } from './recovery-codes.ts';

const PURPOSE = 'foyer second factor';
/** RFC 4226 4, R6: 160 bits. */
const SECRET_BYTES = 20;
const BATCH_SIZE = 500;

/** Whose factor is asked for. */
export type FactorOwner = { id: string; email: string; firstName: string };

/** What was given, after what is slow about it: of a recovery code which one it is, if it is any. */
type GivenFactor =
  | { by: 'app'; code: string }
  | { by: 'recovery-code'; id: string | undefined; onWordOf?: string | null };

/** What a factor is asked for: its name in the security log, and what says whether it is still open, and keeps it so. */
type FactorUse = { action: AuditAction; lock?: () => Promise<boolean> };

/** That it was right, and on whose word alone it was made, or what is to be answered. */
export type FactorCheck = { by: GivenFactor['by']; onWordOf: string | null } | { problem: Problem };

/**
 * The second factor: an authenticator app (TOTP with SHA-1, six digits and 30 seconds, as all apps have it; RFC 6238) and
 * the recovery codes in its place. Time is the database's. Each code is good once.
 */
@Injectable()
export class SecondFactors implements OnApplicationBootstrap {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly passwords: Passwords,
    private readonly devices: KnownDevicesService,
    private readonly notices: NoticesService,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditService,
  ) {}

  /** While a key is exchanged, secrets of the former one are sealed anew, so that it can go (docs/operate.md). */
  async onApplicationBootstrap(): Promise<void> {
    if (this.env.CSRF_SECRET.length === 1) return;
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.prisma.secondFactor.findMany({
        where: { userId: { gt: after } },
        orderBy: { userId: 'asc' },
        take: BATCH_SIZE,
        select: { userId: true, sealedSecret: true },
      });
      for (const { userId, sealedSecret } of rows) await this.#sealAnew(userId, sealedSecret);
      const last = rows.at(-1);
      if (!last) return;
      after = last.userId;
    }
  }

  /** A new secret for a person, in base 32, and how it is kept. */
  mintSecret(userId: string): { secret: string; sealedSecret: string } {
    const secret = generateSecret({ length: SECRET_BYTES });
    return { secret, sealedSecret: this.#seal(secret, userId) };
  }

  /** Has logins ask for the app that a person has set up. */
  async confirm(
    transaction: Transaction,
    userId: string,
    { lastStep, onWordOf }: { lastStep: number; onWordOf: string | null },
  ): Promise<void> {
    const { confirmedAt } = await typedSql(transaction)
      .updateTable('secondFactors')
      .set({ confirmedAt: clockTime(), lastStep, onWordOf })
      .where('userId', '=', userId)
      .returning('confirmedAt')
      .executeTakeFirstOrThrow();
    await typedSql(transaction)
      .updateTable('users')
      .set({ secondFactorAt: confirmedAt })
      .where('id', '=', userId)
      .execute();
  }

  /** What is slow about a proof, to be done before the transaction that it is checked in. */
  async prepare(userId: string, proof: FactorProof): Promise<GivenFactor> {
    if (proof.code !== undefined) return { by: 'app', code: proof.code };
    const { selector, secret } = partsOf(proof.recoveryCode ?? '');
    const found = await this.prisma.recoveryCode.findUnique({
      where: { userId_selector: { userId, selector }, usedAt: null },
      select: { id: true, codeHash: true, onWordOf: true },
    });
    const isRight = await this.passwords.verify(secret, found?.codeHash);
    return isRight && found
      ? { by: 'recovery-code', id: found.id, onWordOf: found.onWordOf }
      : { by: 'recovery-code', id: undefined };
  }

  /**
   * Checks what was given and uses it up. Wrong ones count and lock, one after the other, since the factor's row is locked; so
   * the transaction is to be committed even where there is a problem. Nothing comes of it without a factor, or when what it
   * is for is over.
   */
  async check(
    transaction: Transaction,
    owner: FactorOwner,
    given: GivenFactor,
    { action, lock }: FactorUse,
    request: RequestContext,
  ): Promise<FactorCheck | undefined> {
    const { id: userId, email } = owner;
    const factor = await lockFactor(transaction, userId);
    if (!factor || (lock && !(await lock()))) return undefined;
    const browser = (await this.devices.find(request, email)) ?? '';
    const count = { userId, browser, kind: given.by };
    const locked = await secondsLocked(transaction, count);
    const isRight = locked === 0 && (await this.#use(transaction, userId, factor, given));
    if (isRight) {
      await forgiveCodes(transaction, count);
      // It is not lost.
      await this.recoveries.stop(transaction, userId, 'code', request);
      if (given.by === 'recovery-code') await this.#notifyOfRecovery(transaction, owner, request);
      const ofCode = given.by === 'recovery-code' ? given.onWordOf : undefined;
      return { by: given.by, onWordOf: factor.onWordOf ?? ofCode ?? null };
    }
    const nowLocked = locked || (await countWrongCode(transaction, count));
    const code = nowLocked > 0 ? 'CodesLocked' : 'WrongCode';
    await this.audit.record({ action, outcome: code, userId, email }, request, transaction);
    if (nowLocked === 0) return { problem: new Problem(code) };
    if (locked === 0)
      await this.#notifyOfLock(transaction, owner, { what: given.by, seconds: nowLocked }, request);
    return { problem: new Problem(code, { retryAfterSeconds: nowLocked }) };
  }

  /**
   * Whether a code is the one of an app, and of which time step: this one, the one before or the one after, and none
   * that was used already or is older (RFC 6238 5.2).
   */
  stepOf(code: string, sealedSecret: string, userId: string, seconds: number, lastStep: number | null) {
    const secret = open(sealedSecret, PURPOSE, userId, this.env.CSRF_SECRET);
    if (secret === undefined) throw new Error('No CSRF_SECRET opens the secret of this authenticator app');
    const result = verifySync({
      ...{ secret, token: code, digits: CODE_DIGITS, period: CODE_SECONDS },
      ...{ epoch: Math.floor(seconds), epochTolerance: CODE_SECONDS },
      ...(lastStep !== null && { afterTimeStep: lastStep }),
    });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  }

  async #use(
    transaction: Transaction,
    userId: string,
    factor: LockedFactor,
    given: GivenFactor,
  ): Promise<boolean> {
    if (given.by === 'recovery-code') {
      if (given.id === undefined) return false;
      const used = await typedSql(transaction)
        .updateTable('recoveryCodes')
        .set({ usedAt: now() })
        .where('id', '=', given.id)
        .where('usedAt', 'is', null)
        .executeTakeFirst();
      return used.numUpdatedRows === 1n;
    }
    const step = this.stepOf(given.code, factor.sealedSecret, userId, factor.seconds, factor.lastStep);
    if (step === undefined) return false;
    const used = await typedSql(transaction)
      .updateTable('secondFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where((row) => row.or([row('lastStep', 'is', null), row('lastStep', '<', step)]))
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }

  async #notifyOfRecovery(
    transaction: Transaction,
    { id: userId, email, firstName }: FactorOwner,
    request: RequestContext,
  ): Promise<void> {
    const codesLeft = await transaction.recoveryCode.count({ where: { userId, usedAt: null } });
    const to = email;
    await this.notices.notify(transaction, {
      kind: 'recovery-code-used',
      to,
      content: { firstName, codesLeft },
    });
    const entry = { action: 'second-factor.recovery-code', outcome: 'ok', userId, email } as const;
    await this.audit.record(entry, request, transaction);
  }

  async #notifyOfLock(
    transaction: Transaction,
    { id: userId, email, firstName }: FactorOwner,
    { what, seconds }: { what: GivenFactor['by']; seconds: number },
    request: RequestContext,
  ): Promise<void> {
    const content = { firstName, what, isForADay: isForADay(seconds) };
    await this.notices.notify(transaction, { kind: 'codes-locked', to: email, content });
    const entry = { action: 'second-factor.lockout', outcome: 'ok', userId, email } as const;
    await this.audit.record(entry, request, transaction);
  }

  async #sealAnew(userId: string, sealedSecret: string): Promise<void> {
    const [current = '', ...former] = this.env.CSRF_SECRET;
    if (open(sealedSecret, PURPOSE, userId, [current]) !== undefined) return;
    const secret = open(sealedSecret, PURPOSE, userId, former);
    if (secret === undefined) return;
    const data = { sealedSecret: this.#seal(secret, userId) };
    await this.prisma.secondFactor.updateMany({ where: { userId, sealedSecret }, data });
  }

  #seal(secret: string, userId: string): string {
    return seal(secret, PURPOSE, userId, this.env.CSRF_SECRET[0] ?? '');
  }
}

type LockedFactor = {
  sealedSecret: string;
  lastStep: number | null;
  onWordOf: string | null;
  seconds: number;
};

/** A person's factor and the database's time, read once nobody else checks a code of it. */
async function lockFactor(transaction: Transaction, userId: string): Promise<LockedFactor | undefined> {
  const factor = await typedSql(transaction)
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'lastStep', 'onWordOf'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return factor && { ...factor, seconds: await secondsOf(transaction) };
}

/** The database's clock, in seconds since 1970. */
export async function secondsOf(client: PrismaClient | Transaction): Promise<number> {
  const epoch = cast(expression.val(new Date(0)), 'timestamptz');
  const { seconds } = await typedSql(client)
    .selectNoFrom(secondsBetween(epoch, clockTime()).as('seconds'))
    .executeTakeFirstOrThrow();
  return seconds;
}
