import { Inject, Injectable } from '@nestjs/common';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { RegisterByEmailBody } from '@foyer/contracts/sign-up';
import { PrismaClient } from '@foyer/db/client';
import { AccountMailService } from '../../accounts/account-mail.service.ts';
import { RegistrationsService } from '../../accounts/registrations.service.ts';

@Injectable()
export class SignUpService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly registrations: RegistrationsService,
    private readonly accountMail: AccountMailService,
  ) {}

  /**
   * Stores the answers as this browser's registration for the address and requests the mail. The same statements for
   * every address, in one transaction, so that a taken address cannot be told apart (invariants 4 and 7 of
   * docs/security.md).
   */
  async register(
    body: RegisterByEmailBody,
    browserHash: Uint8Array<ArrayBuffer>,
    language: LanguageTag,
  ): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const { email } = body;
      // The wait's row first: the answers of one address are then kept one after the other.
      await this.accountMail.askWithinWait(transaction, { email, reason: 'sign-up', browserHash });
      await this.registrations.keep(transaction, browserHash, body, language);
    });
  }
}
