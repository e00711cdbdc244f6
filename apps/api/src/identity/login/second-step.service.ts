import { Inject, Injectable } from '@nestjs/common';
import type { LoginReply } from '@foyer/contracts/identity/login';
import type { LoginFactorBody } from '@foyer/contracts/identity/second-factor';
import { PrismaClient } from '@foyer/db/client';
import { readLoginAccount } from './login-attempts.queries.ts';
import { LoginGate } from '../admission.service.ts';
import { PendingLogins } from './pending-logins.service.ts';
import { SecondFactors } from '../second-factor/second-factors.service.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class SecondStepService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly pendingLogins: PendingLogins,
    private readonly factors: SecondFactors,
    private readonly gate: LoginGate,
    private readonly redirectTargets: RedirectTargets,
  ) {}

  /**
   * Goes on with the login that waits in this browser. Of any number of calls with one code, or at one waiting login, one
   * gets in. Throws `LoginOver`, `WrongCode`, `CodesLocked`, and what `LoginGate.enter` does.
   */
  async goOn(body: LoginFactorBody, request: RequestContext): Promise<LoginReply> {
    const { rememberDevice, redirect, ...proof } = body;
    const userId = await this.pendingLogins.find(request);
    if (userId === undefined) return this.#over(request);
    const given = await this.factors.prepare(userId, proof);
    const answer = await this.prisma.$transaction(async (transaction) => {
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
      const redirectURL = this.redirectTargets.decide(redirect);
      return this.gate.enterBySecondStep(
        transaction,
        { account, factor: checked.by, onWordOf: checked.onWordOf, rememberDevice, redirectURL },
        request,
      );
    });
    if (!answer) return this.#over(request);
    if ('problem' in answer) throw answer.problem;
    this.pendingLogins.forget(request);
    return answer();
  }

  #over(request: RequestContext): never {
    this.pendingLogins.forget(request);
    throw new Problem('LoginOver');
  }
}
