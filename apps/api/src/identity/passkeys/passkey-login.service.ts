import { Inject, Injectable } from '@nestjs/common';
import type { LoginReply } from '@foyer/contracts/identity/login';
import type { PasskeyLoginBody, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { PrismaClient } from '@foyer/db/client';
import { readLoginAccount } from '../login/login-attempts.queries.ts';
import { Admission } from '../admission.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
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
    private readonly admission: Admission,
    private readonly audit: AuditService,
  ) {}

  /** The same for everybody: no address is asked for, so that none can be asked about. */
  async begin(request: RequestContext): Promise<PasskeyRequest> {
    return this.ceremonies.requestFor(await this.challenges.make(LOGIN, request));
  }

  /** Throws `PasskeyRefused`, and what `Admission.admit` does. No lockout holds a passkey back: it cannot be guessed. */
  async login({ credential, redirect }: PasskeyLoginBody, request: RequestContext): Promise<LoginReply> {
    const passkey = await this.signatures.check(credential, LOGIN, request);
    const account = passkey && (await readLoginAccount(this.prisma, passkey.userId));
    if (!passkey || !account) {
      await this.audit.record({ action: 'login', outcome: 'PasskeyRefused' }, request);
      throw new Problem('PasskeyRefused');
    }
    return this.admission.admit({ by: 'passkey', account, passkey, redirect }, request);
  }
}
