import { Injectable } from '@nestjs/common';
import type { PasskeyProofBody, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import { StepUpService } from '../sessions/step-up.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Session } from '../session.service.ts';
import { CeremoniesService } from './ceremonies.service.ts';
import { ChallengesService } from './challenges.service.ts';
import { SignaturesService } from './signatures.service.ts';

/** Proving once more who is there (decision 96), by a passkey of theirs in place of the password. */
@Injectable()
export class PasskeyProofService {
  constructor(
    private readonly person: StepUpService,
    private readonly challenges: ChallengesService,
    private readonly ceremonies: CeremoniesService,
    private readonly signatures: SignaturesService,
  ) {}

  async begin({ userId }: Session, request: RequestContext): Promise<PasskeyRequest> {
    return this.ceremonies.requestFor(await this.challenges.make({ purpose: 'proof', userId }, request));
  }

  /** Throws `PasskeyRefused`, also for a passkey of somebody else; and `SignInRequired`. */
  async prove(session: Session, { credential }: PasskeyProofBody, request: RequestContext): Promise<void> {
    const askedFor = { purpose: 'proof', userId: session.userId } as const;
    const signed = await this.signatures.check(credential, askedFor, request);
    if (!signed) throw new Problem('PasskeyRefused');
    await this.signatures.note(signed);
    const { id, createdAt: madeAt, onWordOf } = signed;
    await this.person.proveByPasskey(session, { id, madeAt, onWordOf }, request);
  }
}
