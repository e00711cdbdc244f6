import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { SignUpMail } from '../../accounts/sign-up-mail.ts';

@Injectable()
export class VerifyEmailService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly signUpMail: SignUpMail,
  ) {}

  /** Sends the sign-up's mail again, with a new link that retires the old one; within the wait it does nothing. */
  async resend(email: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      if (await this.signUpMail.claim(transaction, email)) await this.signUpMail.send(transaction, email);
    });
  }
}
