import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CODE_DIGITS, CODE_SECONDS, type SetUpReply } from '@foyer/contracts/identity/second-factor';
import { PrismaClient } from '@foyer/db/client';
import { open, seal } from '@foyer/mail/seal';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { PasswordHashes } from '../passwords/password-hashes.ts';
import { mintRecoveryCodes, partsOf, shownCode } from './recovery-codes.ts';

const PURPOSE = 'foyer second factor';
/** 160 bits, the recommended length (RFC 4226 4, R6). */
const SECRET_BYTES = 20;
const BATCH_SIZE = 500;

export type NewCodes = { shown: string[]; rows: { selector: string; codeHash: string }[] };

@Injectable()
export class FactorSecrets implements OnApplicationBootstrap {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly passwords: PasswordHashes,
  ) {}

  /**
   * Opens the secrets that an earlier key sealed and seals them with the current key, so that an operator can remove
   * the earlier key (docs/operate.md).
   */
  async onApplicationBootstrap(): Promise<void> {
    if (this.env.CSRF_SECRET.length === 1) return;
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.prisma.secondFactor.findMany({
        where: { userId: { gt: after } },
        orderBy: { userId: 'asc' },
        take: BATCH_SIZE,
        select: { userId: true, sealedSecret: true },
      });
      for (const { userId, sealedSecret } of rows) await this.#reseal(userId, sealedSecret);
      const last = rows.at(-1);
      if (!last) return;
      after = last.userId;
    }
  }

  mint(userId: string, email: string): SetUpReply & { sealedSecret: string } {
    const secret = generateSecret({ length: SECRET_BYTES });
    const uri = generateURI({ issuer: this.env.PRODUCT_NAME, label: email, secret });
    return { secret, uri, sealedSecret: this.#seal(secret, userId) };
  }

  /**
   * Returns the time step of a correct code, or undefined. Accepts the current, the previous and the next time step, if
   * it is later than `lastStep` (RFC 6238 5.2).
   */
  stepOf(code: string, sealedSecret: string, userId: string, seconds: number, lastStep: number | null) {
    const secret = open(sealedSecret, PURPOSE, userId, this.env.CSRF_SECRET);
    if (secret === undefined) throw new Error('No CSRF_SECRET opens the secret of this authenticator app');
    const result = verifySync({
      secret,
      token: code,
      digits: CODE_DIGITS,
      period: CODE_SECONDS,
      epoch: Math.floor(seconds),
      epochTolerance: CODE_SECONDS,
      ...(lastStep !== null && { afterTimeStep: lastStep }),
    });
    return result.valid && 'timeStep' in result ? result.timeStep : undefined;
  }

  /** Call this before a transaction, because hashing the codes is slow. */
  async mintCodes(): Promise<NewCodes> {
    const codes = mintRecoveryCodes();
    const rows = codes.map(async ({ selector, secret }) => ({
      selector,
      codeHash: await this.passwords.hash(secret),
    }));
    return { shown: codes.map(shownCode), rows: await Promise.all(rows) };
  }

  /** Takes the same time if no code matches. */
  async findCode(
    userId: string,
    typed: string,
  ): Promise<{ id: string; dependsOnIdp: string | null } | undefined> {
    const { selector, secret } = partsOf(typed);
    const found = await this.prisma.recoveryCode.findUnique({
      where: { userId_selector: { userId, selector }, usedAt: null },
      select: { id: true, codeHash: true, dependsOnIdp: true },
    });
    return (await this.passwords.verify(secret, found?.codeHash)) && found ? found : undefined;
  }

  async #reseal(userId: string, sealedSecret: string): Promise<void> {
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
