import { Inject, Injectable } from '@nestjs/common';
import type {
  RecoveryCodesReply,
  SecondFactorReply,
  SetUpReply,
} from '@foyer/contracts/identity/second-factor';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import type { MailKind } from '@foyer/mail/mail-kinds';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { FactorSecrets, type NewCodes } from './factor-secrets.ts';
import {
  insertUnconfirmedApp,
  confirmApp,
  findCompanyFactor,
  listTrustedDevices,
  lockUnconfirmedApp,
  readSeconds,
} from './second-factor.queries.ts';
import { findRecoveryEnd } from './factor-recoveries.queries.ts';
import { lockUsers } from '../addresses.queries.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { findSessionProvider, requireStepUp } from '../step-up.ts';
import { requireFactorLeft, rejectUnverifiedFactor } from '../access.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { KnownDevicesService } from '../login/known-devices.service.ts';
import { Problem } from '../../request/problem.ts';
import { readDevice } from '../sessions/name-device.ts';
import type { Session } from '../session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

type FactorMail = Extract<MailKind, 'second-factor-added' | 'second-factor-removed' | 'recovery-codes-made'>;

@Injectable()
export class SecondFactorService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly secrets: FactorSecrets,
    private readonly devices: KnownDevicesService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async describe({ userId, user }: Session, request: RequestContext): Promise<SecondFactorReply> {
    const { secondFactorAt, passwordHash } = await this.prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { secondFactorAt: true, passwordHash: true },
    });
    const company = await findCompanyFactor(this.prisma, userId);
    const current = await this.devices.find(request, user.email);
    const devices = await listTrustedDevices(this.prisma, userId);
    const recoveryEndsAt = await findRecoveryEnd(this.prisma, userId);
    return {
      ...(secondFactorAt && { since: secondFactorAt.toISOString() }),
      ...(recoveryEndsAt && { recoveryEndsAt: recoveryEndsAt.toISOString() }),
      codesLeft: await this.prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
      devices: devices.map(({ id, userAgent, trustedUntil }) => ({
        id,
        isCurrent: id === current,
        ...readDevice(userAgent),
        until: trustedUntil?.toISOString() ?? '',
      })),
      hasPassword: passwordHash !== null,
      ...(company !== undefined && { company }),
    };
  }

  /**
   * The app is inactive until its first code. Throws `SecondFactorExists`, `SecondFactorMissing`, and the problems of
   * `requireStepUp`.
   */
  async setUp(session: Session): Promise<SetUpReply> {
    const { userId, user } = session;
    await requireStepUp(this.prisma, session, 'account');
    await rejectUnverifiedFactor(this.prisma, session);
    const { sealedSecret, ...shown } = this.secrets.mint(userId, user.email);
    await this.prisma.$transaction(async (transaction) => {
      const dependsOnIdp = await findSessionProvider(transaction, session);
      if (!(await insertUnconfirmedApp(transaction, { userId, sealedSecret, dependsOnIdp })))
        throw new Problem('SecondFactorExists');
    });
    return shown;
  }

  /**
   * No login accepts the app's first code again. Throws `WrongCode`, `SecondFactorExists`, `SecondFactorMissing`, and
   * the problems of `requireStepUp`.
   */
  async add(session: Session, code: string, request: RequestContext): Promise<RecoveryCodesReply> {
    const { id, userId } = session;
    await requireStepUp(this.prisma, session, 'account');
    // The hashes of ten recovery codes are expensive, so they are made only for a correct code.
    await this.#checkBegun(this.prisma, session, code);
    const codes = await this.secrets.mintCodes();
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      const begun = await this.#checkBegun(transaction, session, code);
      // The set-up may have started in another session, so each of the two sessions may depend on a provider.
      const dependsOnIdp = await findSessionProvider(transaction, session);
      const lastStep = begun.step;
      await confirmApp(transaction, userId, { lastStep, dependsOnIdp: dependsOnIdp ?? begun.dependsOnIdp });
      await replaceCodes(transaction, userId, codes, dependsOnIdp);
      await transaction.session.updateMany({ where: { id, userId }, data: { hasSecondFactor: true } });
      await this.#notify(transaction, session, { kind: 'second-factor-added', dependsOnIdp }, request);
    });
    return { recoveryCodes: codes.shown };
  }

  /**
   * Throws `NotFound` if the user has no app, `SecondFactorKept` if the user still needs a factor and has no other, and
   * the problems of `requireStepUp`.
   */
  async remove(session: Session, request: RequestContext): Promise<void> {
    await this.#change(session, 'second-factor-removed', request, async (transaction) => {
      await transaction.secondFactor.delete({ where: { userId: session.userId } });
      await requireFactorLeft(transaction, session.userId, this.env.SECOND_FACTOR_REQUIRED_BY);
    });
  }

  async makeCodes(session: Session, request: RequestContext): Promise<RecoveryCodesReply> {
    await requireStepUp(this.prisma, session, 'account');
    const codes = await this.secrets.mintCodes();
    await this.#change(session, 'recovery-codes-made', request, (transaction, dependsOnIdp) =>
      replaceCodes(transaction, session.userId, codes, dependsOnIdp),
    );
    return { recoveryCodes: codes.shown };
  }

  async forgetDevice(session: Session, id: string, request: RequestContext): Promise<void> {
    const { count } = await this.prisma.knownDevice.updateMany({
      where: { id: requireUuid(id), userId: session.userId, trustedUntil: { not: null } },
      data: { trustedUntil: null },
    });
    if (count === 0) throw new Problem('NotFound');
    await this.audit.recordBy(session, 'second-factor.forget-device', request);
  }

  /** Returns the time step of an app's first code, and the identity provider that the set-up depends on. */
  async #checkBegun(client: PrismaClient | Transaction, session: Session, code: string) {
    const { userId } = session;
    const begun = await lockUnconfirmedApp(client, userId);
    if (begun?.confirmedAt) throw new Problem('SecondFactorExists');
    await rejectUnverifiedFactor(client, session);
    const seconds = await readSeconds(client);
    const step = begun && this.secrets.stepOf(code, begun.sealedSecret, userId, seconds, null);
    if (step === undefined) throw new Problem('WrongCode');
    return { step, dependsOnIdp: begun?.dependsOnIdp ?? null };
  }

  async #change(
    session: Session,
    kind: FactorMail,
    request: RequestContext,
    change: (transaction: Transaction, dependsOnIdp: string | null) => Promise<void>,
  ): Promise<void> {
    const { userId } = session;
    await requireStepUp(this.prisma, session, 'account');
    await this.prisma.$transaction(async (transaction) => {
      await lockUsers(transaction, userId);
      if ((await transaction.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 0)
        throw new Problem('NotFound');
      const dependsOnIdp = await findSessionProvider(transaction, session);
      await change(transaction, dependsOnIdp);
      await this.#notify(transaction, session, { kind, dependsOnIdp }, request);
    });
  }

  async #notify(
    transaction: Transaction,
    session: Session,
    { kind, dependsOnIdp }: { kind: FactorMail; dependsOnIdp: string | null },
    request: RequestContext,
  ): Promise<void> {
    const { firstName } = await transaction.user.findUniqueOrThrow({
      where: { id: session.userId },
      select: { firstName: true },
    });
    const to = session.user.email;
    await this.mails.enqueueMail(
      transaction,
      kind === 'second-factor-added'
        ? { kind, to, content: { firstName, byCompany: dependsOnIdp !== null } }
        : { kind, to, content: { firstName } },
    );
    await this.audit.recordBy(session, actions[kind], request, transaction);
  }
}

async function replaceCodes(
  transaction: Transaction,
  userId: string,
  { rows }: NewCodes,
  dependsOnIdp: string | null,
): Promise<void> {
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  await transaction.recoveryCode.createMany({ data: rows.map((row) => ({ userId, dependsOnIdp, ...row })) });
}

const actions = {
  'second-factor-added': 'second-factor.add',
  'second-factor-removed': 'second-factor.remove',
  'recovery-codes-made': 'second-factor.new-codes',
} as const;
