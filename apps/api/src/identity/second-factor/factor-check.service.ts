import { Injectable } from '@nestjs/common';
import type { FactorProof } from '@foyer/contracts/identity/second-factor';
import type { Transaction } from '@foyer/db/client';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { secondsLocked } from '../login/code-lockout.queries.ts';
import { countWrongCode, clearWrongCodes, isForADay } from '../login/code-lockout.ts';
import { KnownDevicesService } from '../login/known-devices.service.ts';
import { FactorSecrets } from './factor-secrets.ts';
import { lockApp, readSeconds, useRecoveryCode, useStep } from './second-factor.queries.ts';

export type FactorOwner = { id: string; email: string; firstName: string };

/** `id` is undefined for a wrong recovery code. */
type GivenFactor =
  | { by: 'app'; code: string }
  | { by: 'recovery-code'; id: string | undefined; dependsOnIdp: string | null };

/**
 * `lock` returns whether the use is still possible, for example whether the login still waits for a code. If so, the
 * use stays possible until the transaction ends.
 */
type FactorUse = { action: AuditAction; lock?: () => Promise<boolean> };

export type CheckedFactor = { by: GivenFactor['by']; dependsOnIdp: string | null } | { problem: Problem };

/**
 * Checks the code of an authenticator app (TOTP with SHA-1, six digits and 30 seconds; RFC 6238), or a recovery code
 * instead. Each code works once.
 */
@Injectable()
export class FactorCheck {
  constructor(
    private readonly secrets: FactorSecrets,
    private readonly devices: KnownDevicesService,
    private readonly notices: NoticesService,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditService,
  ) {}

  /** Call this before the transaction, because the check of a recovery code is slow. */
  async prepare(userId: string, proof: FactorProof): Promise<GivenFactor> {
    if (proof.code !== undefined) return { by: 'app', code: proof.code };
    const found = await this.secrets.findCode(userId, proof.recoveryCode ?? '');
    return { by: 'recovery-code', id: found?.id, dependsOnIdp: found?.dependsOnIdp ?? null };
  }

  /**
   * Checks a code and consumes it. Commit the transaction even after a problem, because it contains the count of wrong
   * codes. Returns undefined if there is no app or the use is no longer possible.
   */
  async check(
    transaction: Transaction,
    owner: FactorOwner,
    given: GivenFactor,
    { action, lock }: FactorUse,
    request: RequestContext,
  ): Promise<CheckedFactor | undefined> {
    const { id: userId, email } = owner;
    const factor = await lockApp(transaction, userId);
    if (!factor || (lock && !(await lock()))) return undefined;
    const browser = (await this.devices.find(request, email, transaction)) ?? '';
    const count = { userId, browser, kind: given.by };
    const locked = await secondsLocked(transaction, count);
    const isRight = locked === 0 && (await this.#use(transaction, userId, factor, given));
    if (isRight) {
      await clearWrongCodes(transaction, count);
      // The user still has the factor, so a recovery is not needed.
      await this.recoveries.stop(transaction, userId, 'code', request);
      if (given.by === 'recovery-code') await this.#notifyOfRecovery(transaction, owner, request);
      const ofCode = given.by === 'recovery-code' ? given.dependsOnIdp : null;
      return { by: given.by, dependsOnIdp: factor.dependsOnIdp ?? ofCode };
    }
    const nowLocked = locked || (await countWrongCode(transaction, count));
    const code = nowLocked > 0 ? 'CodesLocked' : 'WrongCode';
    await this.audit.record({ action, outcome: code, userId, email }, request, transaction);
    if (nowLocked === 0) return { problem: new Problem(code) };
    if (locked === 0)
      await this.#notifyOfLock(transaction, owner, { what: given.by, seconds: nowLocked }, request);
    return { problem: new Problem(code, { retryAfterSeconds: nowLocked }) };
  }

  async #use(
    transaction: Transaction,
    userId: string,
    { sealedSecret, lastStep }: { sealedSecret: string; lastStep: number | null },
    given: GivenFactor,
  ): Promise<boolean> {
    if (given.by === 'recovery-code') return given.id !== undefined && useRecoveryCode(transaction, given.id);
    // Reads the time only here, because the transaction may have waited for the lock of the app's row.
    const seconds = await readSeconds(transaction);
    const step = this.secrets.stepOf(given.code, sealedSecret, userId, seconds, lastStep);
    return step !== undefined && useStep(transaction, userId, step);
  }

  async #notifyOfRecovery(
    transaction: Transaction,
    { id: userId, email, firstName }: FactorOwner,
    request: RequestContext,
  ): Promise<void> {
    const codesLeft = await transaction.recoveryCode.count({ where: { userId, usedAt: null } });
    const content = { firstName, codesLeft };
    await this.notices.notify(transaction, { kind: 'recovery-code-used', to: email, content });
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
}
