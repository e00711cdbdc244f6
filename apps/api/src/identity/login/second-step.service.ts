import { Inject, Injectable } from '@nestjs/common';
import type { LoginReply } from '@foyer/contracts/identity/login';
import { TRUSTED_DEVICE_DAYS, type LoginFactorBody } from '@foyer/contracts/identity/second-factor';
import { PrismaClient } from '@foyer/db/client';
import { readLoginAccount } from './login-attempts.queries.ts';
import { Admission, type AuthenticatedLogin } from '../admission.service.ts';
import { LoginCompletion } from './login-completion.service.ts';
import { PendingLogins } from './pending-logins.service.ts';
import { FactorCheck } from '../second-factor/factor-check.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class SecondStepService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly pendingLogins: PendingLogins,
    private readonly factors: FactorCheck,
    private readonly admission: Admission,
    private readonly answers: LoginCompletion,
  ) {}

  /**
   * If several concurrent calls use one code or one pending login, only one succeeds. Throws `LoginOver`, `WrongCode`,
   * `CodesLocked`, and what `LoginCompletion.complete` throws.
   */
  async verifySecondFactor(body: LoginFactorBody, request: RequestContext): Promise<LoginReply> {
    const { rememberDevice, redirect, ...factor } = body;
    const userId = await this.pendingLogins.find(request);
    if (userId === undefined) return this.#over(request);
    const given = await this.factors.prepare(userId, factor);
    const admitted = await this.prisma.$transaction(async (transaction) => {
      const account = await readLoginAccount(transaction, userId);
      if (!account) return undefined;
      const lock = () => this.pendingLogins.lock(transaction, request);
      const checked = await this.factors.check(
        transaction,
        account,
        given,
        { action: 'login', lock },
        request,
      );
      if (!checked) return undefined;
      if ('problem' in checked) return checked;
      await this.pendingLogins.end(transaction, request);
      const { by: factor, dependsOnIdp } = checked;
      const proof: AuthenticatedLogin = {
        account,
        means: { by: 'second-step', factor, dependsOnIdp },
        details: { factor },
        trustDays: rememberDevice ? TRUSTED_DEVICE_DAYS : 0,
        redirect,
      };
      return this.admission.admitInTransaction(transaction, proof, request);
    });
    if (!admitted) return this.#over(request);
    if ('problem' in admitted) throw admitted.problem;
    this.pendingLogins.forget(request);
    return this.answers.complete(admitted, request);
  }

  #over(request: RequestContext): never {
    this.pendingLogins.forget(request);
    throw new Problem('LoginOver');
  }
}
