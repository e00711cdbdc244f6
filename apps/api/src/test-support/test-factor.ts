import { RECOVERY_CODES } from '@foyer/contracts/identity/second-factor';
import { generateSync } from 'otplib';
import { shownCode } from '../identity/second-factor/recovery-codes.ts';
import { FactorSecrets } from '../identity/second-factor/factor-secrets.ts';
import { confirmApp } from '../identity/second-factor/second-factor.queries.ts';
import { Passwords } from '../identity/passwords.ts';
import type { TestApi, Visitor } from './test-api.ts';

let recoveryCodeHash: Promise<string> | undefined;

export class TestFactor {
  readonly recoveryCodes: string[];
  readonly secret: string;
  readonly #api: TestApi;
  readonly #email: string;

  private constructor(api: TestApi, email: string, secret: string, recoveryCodes: string[]) {
    this.#api = api;
    this.#email = email;
    this.secret = secret;
    this.recoveryCodes = recoveryCodes;
  }

  static async setUp(api: TestApi, visitor: Visitor, email: string): Promise<TestFactor> {
    const { secret } = (await visitor.post('/settings/security/second-factor/set-up', {})).body as {
      secret: string;
    };
    const reply = await visitor.post('/settings/security/second-factor', { code: codeOf(secret) });
    const { recoveryCodes } = reply.body as { recoveryCodes: string[] };
    if (reply.status !== 200) throw new Error(`Setting up was answered ${reply.status}: ${reply.text}`);
    return new TestFactor(api, email, secret, recoveryCodes);
  }

  /** All recovery codes share one secret, because hashing takes long. */
  static async makeWithCodes(api: TestApi, email: string): Promise<TestFactor> {
    const factor = await TestFactor.make(api, email);
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email } });
    const secret = 'SECRETC0DE';
    const codeHash = await (recoveryCodeHash ??= api.service(Passwords).hash(secret));
    const selectors = Array.from({ length: RECOVERY_CODES }, (_, index) => `C${index}`);
    await api.prisma.recoveryCode.createMany({
      data: selectors.map((selector) => ({ userId, selector, codeHash })),
    });
    factor.recoveryCodes.push(...selectors.map((selector) => shownCode({ selector, secret })));
    return factor;
  }

  static async make(api: TestApi, email: string): Promise<TestFactor> {
    const { id: userId } = await api.prisma.user.findUniqueOrThrow({ where: { email } });
    const { secret, sealedSecret } = api.service(FactorSecrets).mint(userId, email);
    await api.prisma.$transaction(async (transaction) => {
      await transaction.secondFactor.create({ data: { userId, sealedSecret } });
      await confirmApp(transaction, userId, { lastStep: 0, dependsOnIdp: null });
    });
    return new TestFactor(api, email, secret, []);
  }

  code(steps = 0): string {
    return codeOf(this.secret, steps);
  }

  async freshCode(): Promise<string> {
    await this.#api.prisma.secondFactor.updateMany({
      where: { user: { email: this.#email } },
      data: { lastStep: null },
    });
    return this.code();
  }

  /** Returns a code that the app does not show now, nor in the time steps around now. */
  wrongCode(): string {
    const near = [-2, -1, 0, 1, 2].map((steps) => this.code(steps));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !near.includes(one)) ?? ''
    );
  }
}

function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
}
