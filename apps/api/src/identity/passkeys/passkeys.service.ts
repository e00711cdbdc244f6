import { Inject, Injectable } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { fullName } from '@foyer/catalog/person-name';
import { namesOf } from '@foyer/contracts/identity/login';
import {
  MAX_PASSKEYS,
  MAX_PASSKEY_NAME,
  type NewCredential,
  type OwnPasskey,
  type PasskeyCreation,
} from '@foyer/contracts/identity/passkeys';
import { visibleText } from '@foyer/contracts/visible-text';
import { PrismaClient } from '@foyer/db/client';
import { findVouchingProvider, requireStepUp } from '../step-up.ts';
import { lockUsers } from '../addresses.queries.ts';
import { requireFactorLeft, requireNoFactorYet } from '../required-factors.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { isUniqueConflict } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { nameDevice, readDevice } from '../sessions/name-device.ts';
import { SessionService, type Session } from '../session.service.ts';
import { ALGORITHMS, CeremoniesService } from './ceremonies.service.ts';
import { CHALLENGE_LIFE_MS, ChallengesService } from './challenges.service.ts';
import { PasskeyNotices } from './passkey-notices.service.ts';
import { userHandleOf } from './user-handle.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const shown = { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true } as const;

/** A user's own passkeys (docs/flows/identity/passkeys.md). */
@Injectable()
export class PasskeysService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly sessions: SessionService,
    private readonly challenges: ChallengesService,
    private readonly ceremonies: CeremoniesService,
    private readonly notices: PasskeyNotices,
  ) {}

  /** The oldest first. */
  async list({ userId }: Session): Promise<OwnPasskey[]> {
    const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
    const passkeys = await this.prisma.passkey.findMany({ where: { userId }, orderBy, select: shown });
    return passkeys.map(toOwnPasskey);
  }

  /**
   * What an authenticator makes a passkey with: one that is found without an address, and verifies the user. Who asks has
   * proved who they are; the challenge carries that on to `add`. Throws `ProofNeeded`, `PasskeyLimitReached`,
   * `SecondFactorMissing`.
   */
  async beginAdding(session: Session, request: RequestContext): Promise<PasskeyCreation> {
    await requireStepUp(this.prisma, session, 'account');
    await requireNoFactorYet(this.prisma, session);
    const { userId, user } = session;
    const passkeys = await this.prisma.passkey.findMany({
      where: { userId },
      select: { credentialId: true },
    });
    if (passkeys.length >= MAX_PASSKEYS) throw new Problem('PasskeyLimitReached');
    return {
      challenge: await this.challenges.make({ purpose: 'registration', userId }, request),
      rp: { id: this.ceremonies.rpId, name: this.env.PRODUCT_NAME },
      user: { id: userHandleOf(userId), name: user.email, displayName: fullName(namesOf(user)) },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_LIFE_MS,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    };
  }

  /**
   * Adds the passkey, named after the browser it was made in, in the person's language. Throws `PasskeyNotMade`,
   * `PasskeyLimitReached`, `SecondFactorMissing`, `SignInRequired`.
   */
  async add(session: Session, credential: NewCredential, request: RequestContext): Promise<OwnPasskey> {
    const { userId } = session;
    const askedFor = { purpose: 'registration', userId } as const;
    const challenge = this.ceremonies.challengeOf(credential);
    if (challenge === undefined || !this.challenges.isOurs(challenge, askedFor, request))
      throw new Problem('PasskeyNotMade');
    const made = await this.ceremonies.register(credential, challenge);
    if (!made || !(await this.challenges.use(challenge, askedFor, request)))
      throw new Problem('PasskeyNotMade');
    try {
      return await this.prisma.$transaction(async (transaction) => {
        // Nobody adds one beside: the limit holds.
        await lockUsers(transaction, userId);
        // A change of address was taken back while this waited: no way in outlives it.
        const onWordOf = await findVouchingProvider(transaction, session);
        await requireNoFactorYet(transaction, session);
        if ((await transaction.passkey.count({ where: { userId } })) >= MAX_PASSKEYS)
          throw new Problem('PasskeyLimitReached');
        const language = languageNamed(session.language) ?? request.language;
        const name = visibleText(nameDevice(readDevice(request.userAgent), language));
        const passkey = await transaction.passkey.create({
          data: { ...made, userId, onWordOf, name: name.slice(0, MAX_PASSKEY_NAME) },
          select: shown,
        });
        await this.sessions.noteFactor(transaction, session);
        await this.notices.notify(
          transaction,
          ownerOf(session),
          { what: 'added', passkey, byCompany: onWordOf !== null },
          request,
        );
        return toOwnPasskey(passkey);
      });
    } catch (error) {
      // Somebody's already, perhaps another's: it is not said whose.
      if (isUniqueConflict(error, 'passkeys_credential_id_key')) throw new Problem('PasskeyNotMade');
      throw error;
    }
  }

  /** Throws `NotFound`, for another user's, too. */
  async rename({ userId }: Session, id: string, name: string): Promise<void> {
    const { count } = await this.prisma.passkey.updateMany({ where: ownPasskey(userId, id), data: { name } });
    if (count === 0) throw new Problem('NotFound');
  }

  /**
   * Removes a passkey, which signs nobody in from then on. Throws `ProofNeeded`, `NotFound`, and `SecondFactorKept` while a
   * factor is asked for and this is the last one.
   */
  async remove(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireStepUp(this.prisma, session, 'account');
    await this.prisma.$transaction(async (transaction) => {
      // Of the last two factors one stays, also when both are removed at once.
      await lockUsers(transaction, session.userId);
      const where = ownPasskey(session.userId, id);
      const passkey = await transaction.passkey.findFirst({ where, select: shown });
      const { count } = await transaction.passkey.deleteMany({ where });
      if (!passkey || count === 0) throw new Problem('NotFound');
      await requireFactorLeft(transaction, session.userId, this.env.SECOND_FACTOR_REQUIRED_BY);
      await this.notices.notify(transaction, ownerOf(session), { what: 'removed', passkey }, request);
    });
  }
}

function ownerOf({ userId: id, user }: Session) {
  return { id, email: user.email, firstName: namesOf(user).firstName };
}

/** An id that is none is nobody's. */
function ownPasskey(userId: string, id: string) {
  return UUID.test(id) ? { userId, id } : { userId, id: { in: [] } };
}

type Shown = Pick<OwnPasskey, 'id' | 'name' | 'isBackedUp'> & { createdAt: Date; lastUsedAt: Date | null };

function toOwnPasskey({ createdAt, lastUsedAt, ...passkey }: Shown): OwnPasskey {
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
