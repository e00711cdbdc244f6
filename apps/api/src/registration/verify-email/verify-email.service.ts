import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { SignUpMails } from '../sign-up/sign-up-mails.service.ts';

@Injectable()
export class VerifyEmailService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly signUpMails: SignUpMails,
  ) {}

  /**
   * Sends the sign-up's mail again; earlier links stay valid. Takes the registration of the asking browser, or else one whose
   * address has been mailed before. Does nothing within the wait.
   */
  async resend(email: string, browserHash: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.prisma.$transaction((transaction) =>
      this.signUpMails.request(transaction, email, browserHash),
    );
  }
}
