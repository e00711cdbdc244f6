import { Inject, Injectable } from '@nestjs/common';
import type {
  RecoveryCodesReply,
  SecondFactorReply,
  SetUpReply,
} from '@foyer/contracts/identity/second-factor';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ago, expression, now, typedSql } from '@foyer/db/typed-sql';
import type { MailKind } from '@foyer/mail/mail-kinds';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { generateURI } from 'otplib';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { requireStepUp } from '../step-up.ts';
import { lockUsers } from '../addresses.queries.ts';
import { mintRecoveryCodes, shownCode, type RecoveryCodeParts } from './recovery-codes.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { requireFactorLeft, requireNoFactorYet } from '../required-factors.ts';
import { secondsOf, SecondFactors } from './second-factors.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { companyFactors } from '../access.ts';
import { KnownDevicesService } from '../login/known-devices.service.ts';
import { Passwords } from '../passwords.ts';
import { Problem } from '../../request/problem.ts';
import { readDevice } from '../sessions/name-device.ts';
import { noteOf } from '../note-of.ts';
import { SessionService, type Session } from '../session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** What was begun and not confirmed is worth nothing after so long. */
const SET_UP = { minutes: 15 };

type FactorMail = Extract<MailKind, 'second-factor-added' | 'second-factor-removed' | 'recovery-codes-made'>;
type Codes = { shown: string[]; rows: { selector: string; codeHash: string }[] };

/** A person's own authenticator app, recovery codes and remembered browsers. What changes them asks for a fresh proof. */
@Injectable()
export class SecondFactorService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly factors: SecondFactors,
    private readonly recoveries: FactorRecoveries,
    private readonly sessions: SessionService,
    private readonly devices: KnownDevicesService,
    private readonly passwords: Passwords,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async describe({ userId, user }: Session, request: RequestContext): Promise<SecondFactorReply> {
    const { secondFactorAt, passwordHash } = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { secondFactorAt: true, passwordHash: true },
    });
    const company = await typedSql(this.prisma)
      .selectFrom(companyFactors(expression.val(userId)).limit(1).as('company'))
      .select('name')
      .executeTakeFirst();
    const current = await this.devices.find(request, user.email);
    const devices = await typedSql(this.prisma)
      .selectFrom('knownDevices')
      .select(['id', 'userAgent', 'secondFactorUntil'])
      .where('userId', '=', userId)
      .where('secondFactorUntil', '>', now())
      .orderBy('lastUsedAt', 'desc')
      .execute();
    const recoveryEndsAt = await this.recoveries.findEnd(this.prisma, userId);
    return {
      ...(secondFactorAt && { since: secondFactorAt.toISOString() }),
      ...(recoveryEndsAt && { recoveryEndsAt: recoveryEndsAt.toISOString() }),
      codesLeft: await this.prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
      devices: devices.map(({ id, userAgent, secondFactorUntil }) => ({
        ...{ id, isCurrent: id === current, ...readDevice(userAgent) },
        until: secondFactorUntil?.toISOString() ?? '',
      })),
      hasPassword: passwordHash !== null,
      ...(company === undefined ? {} : { company: company.name }),
    };
  }

  /**
   * Begins to set up an app; nothing is asked for before its first code. Throws `ProofNeeded`, `SecondFactorExists`,
   * `SecondFactorMissing`.
   */
  async setUp(session: Session): Promise<SetUpReply> {
    const { userId, user } = session;
    await requireStepUp(this.prisma, session, 'account');
    await requireNoFactorYet(this.prisma, session);
    const { secret, sealedSecret } = this.factors.mintSecret(userId);
    await this.prisma.$transaction(async (transaction) => {
      const onWordOf = await noteOf(transaction, session);
      const begun = await typedSql(transaction)
        .insertInto('secondFactors')
        .values({ userId, sealedSecret, onWordOf })
        .onConflict((conflict) =>
          conflict
            .column('userId')
            .doUpdateSet({ sealedSecret, onWordOf, createdAt: now() })
            .where('secondFactors.confirmedAt', 'is', null),
        )
        .executeTakeFirst();
      if (begun.numInsertedOrUpdatedRows !== 1n) throw new Problem('SecondFactorExists');
    });
    const uri = generateURI({ issuer: this.env.PRODUCT_NAME, label: user.email, secret });
    return { secret, uri };
  }

  /**
   * Confirms the app by its first code, which no login takes any more, and gives the recovery codes, this once. Logins
   * ask for it from here on. Throws `ProofNeeded`, `WrongCode`, `SecondFactorExists`, `SecondFactorMissing`.
   */
  async add(session: Session, code: string, request: RequestContext): Promise<RecoveryCodesReply> {
    const { userId } = session;
    await requireStepUp(this.prisma, session, 'account');
    // Ten hashes are made for a right code alone.
    await this.#checkBegun(this.prisma, session, code);
    const codes = await this.#mintCodes();
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      const begun = await this.#checkBegun(transaction, session, code);
      // The secret may have been shown in another session than this one.
      const onWordOf = (await noteOf(transaction, session)) ?? begun.onWordOf;
      await this.factors.confirm(transaction, userId, { lastStep: begun.step, onWordOf });
      await this.#replaceCodes(transaction, session, codes);
      await this.sessions.noteFactor(transaction, session);
      await this.#notify(transaction, session, 'second-factor-added', request);
    });
    return { recoveryCodes: codes.shown };
  }

  /**
   * Removes the app. Throws `ProofNeeded`, `NotFound`, and `SecondFactorKept` while a factor is asked for and this is the
   * last one.
   */
  async remove(session: Session, request: RequestContext): Promise<void> {
    await this.#change(session, 'second-factor-removed', request, async (transaction) => {
      await transaction.secondFactor.delete({ where: { userId: session.userId } });
      await requireFactorLeft(transaction, session.userId, this.env.SECOND_FACTOR_REQUIRED_BY);
    });
  }

  /**
   * Ten new recovery codes in place of all there are. Throws `ProofNeeded`, `NotFound`.
   */
  async makeCodes(session: Session, request: RequestContext): Promise<RecoveryCodesReply> {
    await requireStepUp(this.prisma, session, 'account');
    const codes = await this.#mintCodes();
    await this.#change(session, 'recovery-codes-made', request, (transaction) =>
      this.#replaceCodes(transaction, session, codes),
    );
    return { recoveryCodes: codes.shown };
  }

  /**
   * Stops the wait after which the visitor's factor would be taken off. No fresh proof: it must be easy, and nothing is
   * lost by it that cannot be begun again. Throws `NotFound`.
   */
  async stopRecovery({ userId }: Session, request: RequestContext): Promise<void> {
    const isStopped = await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      return this.recoveries.stop(transaction, userId, 'session', request);
    });
    if (!isStopped) throw new Problem('NotFound');
  }

  /** From here on a browser is asked for a code again. Throws `NotFound`. */
  async forgetDevice({ userId, user }: Session, id: string, request: RequestContext): Promise<void> {
    const { count } = await this.prisma.knownDevice.updateMany({
      where: { id: requireUuid(id), userId, secondFactorUntil: { not: null } },
      data: { secondFactorUntil: null },
    });
    if (count === 0) throw new Problem('NotFound');
    const entry = {
      action: 'second-factor.forget-device',
      outcome: 'ok',
      userId,
      email: user.email,
    } as const;
    await this.audit.record(entry, request);
  }

  /** The app that was begun, and the time step of its first code. Throws as `add` does. */
  async #checkBegun(client: PrismaClient | Transaction, session: Session, code: string) {
    const { userId } = session;
    const begun = await typedSql(client)
      .selectFrom('secondFactors')
      .select(['sealedSecret', 'confirmedAt', 'onWordOf'])
      .where('userId', '=', userId)
      .where('createdAt', '>', ago(SET_UP))
      .forUpdate()
      .executeTakeFirst();
    if (begun?.confirmedAt) throw new Problem('SecondFactorExists');
    await requireNoFactorYet(client, session);
    const seconds = await secondsOf(client);
    const step = begun && this.factors.stepOf(code, begun.sealedSecret, userId, seconds, null);
    if (step === undefined) throw new Problem('WrongCode');
    return { step, onWordOf: begun?.onWordOf ?? null };
  }

  /** Makes a change to an app that there is. */
  async #change(
    session: Session,
    kind: FactorMail,
    request: RequestContext,
    change: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const { userId } = session;
    await requireStepUp(this.prisma, session, 'account');
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      if ((await transaction.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 0)
        throw new Problem('NotFound');
      await change(transaction);
      await this.#notify(transaction, session, kind, request);
    });
  }

  /** Ten codes and their hashes; made before the transaction, for they take their time. */
  async #mintCodes(): Promise<Codes> {
    const codes = mintRecoveryCodes();
    const row = async ({ selector, secret }: RecoveryCodeParts) => ({
      selector,
      codeHash: await this.passwords.hash(secret),
    });
    return { shown: codes.map(shownCode), rows: await Promise.all(codes.map(row)) };
  }

  async #replaceCodes(transaction: Transaction, session: Session, { rows }: Codes): Promise<void> {
    const { userId } = session;
    const onWordOf = await noteOf(transaction, session);
    await transaction.recoveryCode.deleteMany({ where: { userId } });
    await transaction.recoveryCode.createMany({ data: rows.map((row) => ({ userId, onWordOf, ...row })) });
  }

  async #notify(
    transaction: Transaction,
    session: Session,
    kind: FactorMail,
    request: RequestContext,
  ): Promise<void> {
    const { userId, user } = session;
    const { firstName } = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { firstName: true },
    });
    const { email } = user;
    const byCompany = (await noteOf(transaction, session)) !== null;
    await this.mails.enqueueMail(
      transaction,
      kind === 'second-factor-added'
        ? { kind, to: email, content: { firstName, byCompany } }
        : { kind, to: email, content: { firstName } },
    );
    await this.audit.record({ action: actions[kind], outcome: 'ok', userId, email }, request, transaction);
  }
}

const actions = {
  'second-factor-added': 'second-factor.add',
  'second-factor-removed': 'second-factor.remove',
  'recovery-codes-made': 'second-factor.new-codes',
} as const;
