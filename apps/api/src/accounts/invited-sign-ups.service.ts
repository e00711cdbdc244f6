import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { AccountMailService } from './account-mail.service.ts';
import { RegistrationsService, type Registered } from './registrations.service.ts';

/** A shared code proves no mailbox: there is a mail to answer first. */
export type VerificationSent = { verificationSentTo: string };

/**
 * Sign-ups by an invitation's shared code: the answers are stored as a registration of this browser, and a mail to
 * the invited address continues (invariant 12 of docs/security.md). The same statements for an address with and
 * without an account (invariant 7).
 */
@Injectable()
export class InvitedSignUps {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly registrations: RegistrationsService,
    private readonly accountMail: AccountMailService,
  ) {}

  async ask(answers: Registered, browserHash: Uint8Array<ArrayBuffer>): Promise<VerificationSent> {
    const { email } = answers;
    await this.prisma.$transaction(async (transaction) => {
      // The wait's row first, as the job locks it: keeping the answers locks the invitation.
      await this.accountMail.askWithinWait(transaction, { email, reason: 'sign-up', browserHash });
      await this.registrations.keepInvited(transaction, browserHash, answers);
    });
    return { verificationSentTo: email };
  }
}
