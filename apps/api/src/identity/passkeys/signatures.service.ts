import { Inject, Injectable } from '@nestjs/common';
import type { Assertion } from '@foyer/contracts/identity/passkeys';
import { PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import type { RequestContext } from '../../request/request-context.ts';
import { CeremoniesService, type Signed } from './ceremonies.service.ts';
import { ChallengesService } from './challenges.service.ts';
import { PasskeyNotices } from './passkey-notices.service.ts';
import { notePasskeyUse, type PasskeyUse } from './signatures.queries.ts';
import { userHandleOf } from './user-handle.ts';

type AskedFor = Parameters<ChallengesService['use']>[1];

/** A passkey that has signed. What that says of it is noted with what it allows. */
export type SignedPasskey = PasskeyUse & { userId: string; createdAt: Date; onWordOf: string | null };

/** Signatures of passkeys: the one place that says whether one is right. */
@Injectable()
export class SignaturesService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly challenges: ChallengesService,
    private readonly ceremonies: CeremoniesService,
    private readonly notices: PasskeyNotices,
  ) {}

  /**
   * The passkey that has signed a challenge of ours in this browser, and uses the challenge up. Undefined for an unknown
   * passkey, a wrong signature and a challenge that was used or is over: nobody hears which.
   */
  async check(
    credential: Assertion,
    askedFor: AskedFor,
    request: RequestContext,
  ): Promise<SignedPasskey | undefined> {
    const challenge = this.ceremonies.challengeOf(credential);
    if (challenge === undefined || !this.challenges.isOurs(challenge, askedFor, request)) return undefined;
    const passkey = await this.#find(credential.id);
    if (!passkey || credential.response.userHandle !== userHandleOf(passkey.userId)) return undefined;
    if (askedFor.userId !== undefined && askedFor.userId !== passkey.userId) return undefined;
    const signed = await this.ceremonies.authenticate(credential, passkey, challenge);
    if (!signed || !(await this.challenges.use(challenge, askedFor, request))) return undefined;
    if (hasGoneBack(passkey.counter, signed)) await this.#notifyOfCopy(passkey, request);
    const { id, userId, createdAt, onWordOf } = passkey;
    return { id, userId, createdAt, onWordOf, ...signed };
  }

  /** Notes a passkey that has signed, where nothing else is changed. */
  async note(passkey: SignedPasskey): Promise<void> {
    await notePasskeyUse(this.pool, passkey);
  }

  async #find(credentialId: string) {
    return this.prisma.passkey.findUnique({
      where: { credentialId },
      include: { user: { select: { id: true, email: true, firstName: true } } },
    });
  }

  /** Told, and not fatal: an authenticator may have been reset, and whoever has a copy has the user's verification, too. */
  async #notifyOfCopy(
    passkey: { id: string; name: string; user: Parameters<PasskeyNotices['notify']>[1] },
    request: RequestContext,
  ): Promise<void> {
    await this.prisma.$transaction((transaction) =>
      this.notices.notify(transaction, passkey.user, { what: 'copied', passkey }, request),
    );
  }
}

/** Whether a count is not above the one before it (WebAuthn Level 3, 6.1.1). Many authenticators do not count: 0. */
function hasGoneBack(before: bigint, { counter }: Signed): boolean {
  return (before > 0n || counter > 0) && BigInt(counter) <= before;
}
