import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { AccountMailService } from '../account-mail.service.ts';

@Injectable()
export class VerifyEmailService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly accountMail: AccountMailService,
  ) {}

  /**
   * Sends the sign-up's mail again; earlier links stay valid. Takes the registration of the asking browser, or else one whose
   * address has been mailed before. Does nothing within the wait.
   */
  async resend(email: string, browserHash: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.prisma.$transaction((transaction) =>
      this.accountMail.askWithinWait(transaction, { email, reason: 'sign-up', browserHash }),
    );
  }
}
