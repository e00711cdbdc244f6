import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { AccountMailService } from '../../accounts/account-mail.service.ts';

@Injectable()
export class VerifyEmailService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly accountMail: AccountMailService,
  ) {}

  /** Sends the sign-up's mail again, with a new link that retires the old one; within the wait it does nothing. */
  async resend(email: string): Promise<void> {
    await this.prisma.$transaction((transaction) =>
      this.accountMail.askWithinWait(transaction, email, 'sign-up'),
    );
  }
}
