import { Inject, Injectable } from '@nestjs/common';
import type { LinkState } from '@foyer/contracts/identity/password';
import type { RecoveryReply, RecoveryStopReply } from '@foyer/contracts/identity/factor-recovery';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { lockUsers } from '../addresses.queries.ts';
import { claimMail } from '../../mails/mail-limits.ts';
import { PendingLogins } from './pending-logins.service.ts';
import { findRecoveryEnd } from '../second-factor/factor-recoveries.queries.ts';
import { groupsOfFour, mintMailedCode } from '../second-factor/recovery-codes.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Passwords } from '../passwords.ts';
import { hashToken } from '../../request/secret-token.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class LostFactorService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly pendingLogins: PendingLogins,
    private readonly recoveries: FactorRecoveries,
    private readonly passwords: Passwords,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * Mails a code to the user of this browser's pending login. If a recovery is open, sends nothing and returns the end
   * of its waiting period. Throws `LoginOver`, `RecoveryNotOffered`, `TooManyRequests`, `Unavailable`.
   */
  async ask(request: RequestContext): Promise<RecoveryReply> {
    const userId = await this.pendingLogins.find(request);
    if (userId === undefined) return this.#over(request);
    const code = mintMailedCode();
    const codeHash = await this.passwords.hash(code);
    const reply = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      const endsAt = await findRecoveryEnd(transaction, userId);
      if (endsAt) return { endsAt: endsAt.toISOString() };
      await this.recoveries.requireFactorOptional(transaction, userId);
      if (!(await this.pendingLogins.keepMailedCode(transaction, codeHash, request))) return undefined;
      const { email, firstName } = await transaction.user.findUniqueOrThrow({
        where: { id: userId },
        select: { email: true, firstName: true },
      });
      const retryAfterSeconds = await claimMail(transaction, email, 'lost-factor');
      if (retryAfterSeconds > 0) throw new Problem('TooManyRequests', { retryAfterSeconds });
      const content = { firstName, code: groupsOfFour(code) };
      await this.mails.enqueueMail(transaction, { kind: 'lost-factor-code', to: email, content });
      const entry = { action: 'second-factor.recovery-ask', outcome: 'ok', userId, email } as const;
      await this.audit.record(entry, request, transaction);
      return {};
    });
    if (!reply) return this.#over(request);
    this.pendingLogins.keepCookieLonger(request);
    return reply;
  }

  /**
   * If concurrent calls have the correct code, one of them starts the waiting period and the others return its end.
   * Throws `LoginOver`, `RecoveryNotOffered`, `WrongMailedCode`, `Unavailable`.
   */
  async begin(code: string, request: RequestContext): Promise<RecoveryReply> {
    const userId = await this.pendingLogins.find(request);
    if (userId === undefined) return this.#over(request);
    const codeHash = await this.pendingLogins.countMailedCodeTry(request);
    const isRight = await this.passwords.verify(code, codeHash);
    if (!isRight || codeHash === undefined) return this.#wrong(userId, request);
    const endsAt = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      if (await this.pendingLogins.useMailedCode(transaction, codeHash, request)) {
        await this.recoveries.requireFactorOptional(transaction, userId);
        return this.recoveries.begin(transaction, userId, { by: 'person' }, request);
      }
      return findRecoveryEnd(transaction, userId);
    });
    if (!endsAt) return this.#wrong(userId, request);
    return { endsAt: endsAt.toISOString() };
  }

  async describeStop(token: string): Promise<RecoveryStopReply> {
    const found = await this.#find(token);
    return found ? { state: found.state, endsAt: found.endsAt.toISOString() } : { state: 'unknown' };
  }

  async stop(token: string, request: RequestContext): Promise<void> {
    const found = await this.#find(token);
    if (!found) throw new Problem('LinkUnknown');
    const isStopped = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, found.userId);
      // Reads again under the lock, because the link's recovery may be over and another one may have started meanwhile.
      const { state } = (await this.#find(token, transaction)) ?? found;
      return state === 'valid' && (await this.recoveries.stop(transaction, found.userId, 'link', request));
    });
    if (!isStopped) throw new Problem('LinkUsed');
  }

  async #find(token: string, db: Transaction = this.prisma) {
    const hash = hashToken(token);
    const row = await db.factorRecovery.findFirst({
      where: { OR: [{ stopHash: hash }, { lateStopHash: hash }] },
      select: { userId: true, endsAt: true, outcome: true },
    });
    if (!row) return undefined;
    const endsAt = row.outcome === null ? await findRecoveryEnd(db, row.userId) : undefined;
    const state: LinkState = endsAt ? 'valid' : (STATES[row.outcome ?? ''] ?? 'replaced');
    return { ...row, state };
  }

  async #wrong(userId: string, request: RequestContext): Promise<never> {
    const entry = { action: 'second-factor.recovery-begin', outcome: 'WrongMailedCode', userId } as const;
    await this.audit.record(entry, request);
    throw new Problem('WrongMailedCode');
  }

  #over(request: RequestContext): never {
    this.pendingLogins.forget(request);
    throw new Problem('LoginOver');
  }
}

const STATES: Readonly<Record<string, LinkState>> = { stopped: 'used', done: 'expired' };
