import { Inject, Injectable } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { namesOf, type LoginReply } from '@foyer/contracts/identity/login';
import {
  MAX_PASSKEYS,
  MAX_PASSKEY_NAME,
  type Assertion,
  type NewCredential,
  type OwnPasskey,
  type PasskeyCreation,
  type PasskeyLoginBody,
  type PasskeyRequest,
} from '@foyer/contracts/identity/passkeys';
import { visibleText } from '@foyer/contracts/visible-text';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import type { PasskeyEvent } from '@foyer/mail/mail-kinds';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { isUniqueConflict } from '../../database/conflicts.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { Problem } from '../../request/problem.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { lockUsers } from '../addresses.queries.ts';
import { Admission } from '../admission.service.ts';
import { lockAccountByPasskey } from '../login/lock-account.queries.ts';
import { readLoginAccount } from '../login/login-attempts.queries.ts';
import { requireFactorLeft, rejectUnverifiedFactor } from '../access.ts';
import type { Session } from '../session.service.ts';
import { nameDevice, readDevice } from '../sessions/name-device.ts';
import { findSessionProvider, requireStepUp } from '../step-up.ts';
import { CeremoniesService, type ChallengeScope, type Signed } from './ceremonies.service.ts';
import { notePasskeyUse, readTime, type SignedPasskey } from './passkeys.queries.ts';

const shown = { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true } as const;

const actions = { added: 'passkey.add', removed: 'passkey.remove', copied: 'passkey.counter' } as const;

type Owner = { id: string; email: string; firstName: string };
/** `byCompany`: the passkey was added in a session that depends on a company. */
type PasskeyNotice = { what: PasskeyEvent; passkey: { id: string; name: string }; byCompany?: boolean };

@Injectable()
export class PasskeysService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly ceremonies: CeremoniesService,
    private readonly admission: Admission,
    private readonly notices: NoticesService,
    private readonly audit: AuditService,
  ) {}

  async list({ userId }: Session): Promise<OwnPasskey[]> {
    const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    const passkeys = await this.prisma.passkey.findMany({ where: { userId }, orderBy, select: shown });
    return passkeys.map(toOwnPasskey);
  }

  /**
   * `add` needs no step-up, because it requires the challenge that this call returns. Throws `PasskeyLimitReached`,
   * `SecondFactorMissing`, and the problems of `requireStepUp`.
   */
  async beginAdding(session: Session, request: RequestContext): Promise<PasskeyCreation> {
    await requireStepUp(this.prisma, session, 'account');
    await rejectUnverifiedFactor(this.prisma, session);
    const { userId, user } = session;
    const passkeys = await this.prisma.passkey.findMany({
      where: { userId },
      select: { credentialId: true },
    });
    if (passkeys.length >= MAX_PASSKEYS) throw new Problem('PasskeyLimitReached');
    const names = { name: user.email, displayName: fullName(namesOf(user)) };
    return this.ceremonies.beginRegistration(userId, names, passkeys, request);
  }

  /**
   * Adds the passkey, named after the browser. Throws `PasskeyNotMade`, `PasskeyLimitReached`, `SecondFactorMissing`,
   * `SignInRequired`.
   */
  async add(session: Session, credential: NewCredential, request: RequestContext): Promise<OwnPasskey> {
    const { id, userId } = session;
    const made = await this.ceremonies.register(credential, userId, request);
    if (!made) throw new Problem('PasskeyNotMade');
    try {
      return await this.prisma.$transaction(async (transaction) => {
        // Additions run one at a time, so that none exceeds the limit.
        await lockUsers(transaction, userId);
        // Throws `SignInRequired` if the session ended meanwhile, for example because a change of address was undone.
        const dependsOnIdp = await findSessionProvider(transaction, session);
        await rejectUnverifiedFactor(transaction, session);
        if ((await transaction.passkey.count({ where: { userId } })) >= MAX_PASSKEYS)
          throw new Problem('PasskeyLimitReached');
        const name = visibleText(nameDevice(readDevice(request.userAgent), request.language));
        const passkey = await transaction.passkey.create({
          data: { ...made, userId, dependsOnIdp, name: name.slice(0, MAX_PASSKEY_NAME) },
          select: shown,
        });
        await transaction.session.updateMany({ where: { id, userId }, data: { hasSecondFactor: true } });
        const added = { what: 'added', passkey, byCompany: dependsOnIdp !== null } as const;
        await this.#notify(transaction, userOf(session), added, request);
        return toOwnPasskey(passkey);
      });
    } catch (error) {
      // Another user may have registered the credential. The response does not reveal that.
      if (isUniqueConflict(error, 'passkeys_credential_id_key')) throw new Problem('PasskeyNotMade');
      throw error;
    }
  }

  async rename({ userId }: Session, id: string, name: string): Promise<void> {
    const where = { userId, id: requireUuid(id) };
    const { count } = await this.prisma.passkey.updateMany({ where, data: { name } });
    if (count === 0) throw new Problem('NotFound');
  }

  /**
   * Throws `NotFound`, `SecondFactorKept` if a factor is required and this is the last one, and the problems of
   * `requireStepUp`.
   */
  async remove(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireStepUp(this.prisma, session, 'account');
    await this.prisma.$transaction(async (transaction) => {
      // Prevents two concurrent calls from removing the last two factors.
      await lockUsers(transaction, session.userId);
      const where = { userId: session.userId, id: requireUuid(id) };
      const passkey = await transaction.passkey.findFirst({ where, select: shown });
      const { count } = await transaction.passkey.deleteMany({ where });
      if (!passkey || count === 0) throw new Problem('NotFound');
      await requireFactorLeft(transaction, session.userId, this.env.SECOND_FACTOR_REQUIRED_BY);
      await this.#notify(transaction, userOf(session), { what: 'removed', passkey }, request);
    });
  }

  /** Takes no address, so it reveals nothing about accounts. */
  beginLogin(request: RequestContext): PasskeyRequest {
    return this.ceremonies.begin({ purpose: 'login' }, request);
  }

  /**
   * No lockout applies, because a passkey cannot be guessed. Throws `PasskeyRefused`, and what `LoginCompletion.complete`
   * throws.
   */
  async login({ credential, redirect }: PasskeyLoginBody, request: RequestContext): Promise<LoginReply> {
    const passkey = await this.#check(credential, { purpose: 'login' }, request);
    const account = passkey && (await readLoginAccount(this.prisma, passkey.userId));
    if (!passkey || !account) {
      await this.audit.record({ action: 'login', outcome: 'PasskeyRefused' }, request);
      throw new Problem('PasskeyRefused');
    }
    const { createdAt: madeAt, dependsOnIdp } = passkey;
    return this.admission.admit(
      {
        account,
        means: { by: 'passkey', madeAt, dependsOnIdp },
        lock: (db) => lockAccountByPasskey(db, account.id, passkey.id),
        noteUse: (db) => notePasskeyUse(db, passkey),
        details: { by: 'passkey' },
        redirect,
      },
      request,
    );
  }

  beginProof({ userId }: Session, request: RequestContext): PasskeyRequest {
    return this.ceremonies.begin({ purpose: 'proof', userId }, request);
  }

  async verifyForStepUp(
    { userId }: Session,
    credential: Assertion,
    request: RequestContext,
  ): Promise<SignedPasskey> {
    const signed = await this.#check(credential, { purpose: 'proof', userId }, request);
    if (!signed) throw new Problem('PasskeyRefused');
    await notePasskeyUse(this.prisma, signed);
    return signed;
  }

  /**
   * Returns the passkey that signed one of our challenges in this browser, and consumes the challenge. Returns
   * undefined after any failure, so that the response does not reveal the cause.
   */
  async #check(
    credential: Assertion,
    scope: ChallengeScope,
    request: RequestContext,
  ): Promise<SignedPasskey | undefined> {
    const challenge = this.ceremonies.readChallenge(credential, scope, request);
    if (!challenge) return undefined;
    const passkey = await this.prisma.passkey.findUnique({
      where: { credentialId: credential.id },
      include: { user: { select: { id: true, email: true, firstName: true } } },
    });
    if (!passkey || (scope.userId ?? passkey.userId) !== passkey.userId) return undefined;
    const signed = await this.ceremonies.authenticate(credential, passkey, challenge);
    if (!signed) return undefined;
    // A counter that has not increased is only reported, because the authenticator may have been reset, and a copy
    // still needs user verification.
    if (hasGoneBack(passkey.counter, signed))
      await this.prisma.$transaction((transaction) =>
        this.#notify(transaction, passkey.user, { what: 'copied', passkey }, request),
      );
    const { id, userId, createdAt, dependsOnIdp } = passkey;
    return { id, userId, createdAt, dependsOnIdp, ...signed };
  }

  async #notify(
    transaction: Transaction,
    { id: userId, email, firstName }: Owner,
    { what, passkey, byCompany = false }: PasskeyNotice,
    request: RequestContext,
  ): Promise<void> {
    const at = (await readTime(transaction)).toISOString();
    const content = { firstName, what, name: passkey.name, byCompany, at, ...readDevice(request.userAgent) };
    await this.notices.notify(transaction, { kind: 'passkey-changed', to: email, content });
    const details = { passkey: passkey.id };
    await this.audit.record(
      { action: actions[what], outcome: 'ok', userId, email, details },
      request,
      transaction,
    );
  }
}

/**
 * Returns whether the counter has not increased (WebAuthn Level 3, 6.1.1). Many authenticators do not count and always
 * send 0.
 */
function hasGoneBack(before: bigint, { counter }: Signed): boolean {
  return (before > 0n || counter > 0) && BigInt(counter) <= before;
}

function userOf({ userId: id, user }: Session) {
  return { id, email: user.email, firstName: namesOf(user).firstName };
}

type Shown = Pick<OwnPasskey, 'id' | 'name' | 'isBackedUp'> & { createdAt: Date; lastUsedAt: Date | null };

function toOwnPasskey({ createdAt, lastUsedAt, ...passkey }: Shown): OwnPasskey {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
