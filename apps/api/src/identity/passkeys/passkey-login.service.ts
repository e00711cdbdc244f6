import { Inject, Injectable } from '@nestjs/common';
import type { LoginReply } from '@foyer/contracts/identity/login';
import type { PasskeyLoginBody, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { PrismaClient } from '@foyer/db/client';
import { detached } from '@foyer/db/typed-sql';
import { readLoginAccount } from '../login/login-attempts.queries.ts';
import { LoginGate } from '../admission.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CeremoniesService } from './ceremonies.service.ts';
import { ChallengesService } from './challenges.service.ts';
import { SignaturesService } from './signatures.service.ts';

const LOGIN = { purpose: 'login' } as const;

/** Signing in with a passkey alone: whose it is, the passkey says. */
@Injectable()
export class PasskeyLoginService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly challenges: ChallengesService,
    private readonly ceremonies: CeremoniesService,
    private readonly signatures: SignaturesService,
    private readonly gate: LoginGate,
    private readonly redirectTargets: RedirectTargets,
    private readonly audit: AuditService,
  ) {}

  /** The same for everybody: no address is asked for, so that none can be asked about. */
  async begin(request: RequestContext): Promise<PasskeyRequest> {
    return this.ceremonies.requestFor(await this.challenges.make(LOGIN, request));
  }

  /** Throws `PasskeyRefused`, and what `LoginGate.enter` does. No lockout holds a passkey back: it cannot be guessed. */
  async login({ credential, redirect }: PasskeyLoginBody, request: RequestContext): Promise<LoginReply> {
    const passkey = await this.signatures.check(credential, LOGIN, request);
    const account = passkey && (await readLoginAccount(this.prisma, passkey.userId));
    if (!passkey || !account) {
      await this.audit.record({ action: 'login', outcome: 'PasskeyRefused' }, request);
      throw new Problem('PasskeyRefused');
    }
    const { id, createdAt: madeAt, onWordOf, change } = passkey;
    // Nothing once the passkey was removed: this session would outlive it.
    const holds = detached.selectFrom('passkeys').select('userId as id').where('id', '=', id).forShare();
    const redirectURL = this.redirectTargets.decide(redirect);
    return this.gate.enter(
      { by: 'passkey', account, holds, passkey: { id, madeAt, onWordOf }, changes: [change], redirectURL },
      request,
    );
  }
}
