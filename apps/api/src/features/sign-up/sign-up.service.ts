import { Inject, Injectable } from '@nestjs/common';
import type { RegisterByEmailBody } from '@foyer/contracts/sign-up';
import { Prisma, PrismaClient } from '@foyer/db/client';
import { AccountMailService } from '../../accounts/account-mail.service.ts';

@Injectable()
export class SignUpService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly accountMail: AccountMailService,
  ) {}

  /**
   * Keeps the answers as the pending registration of the address, the newest ones winning, and asks for the mail that
   * goes with the address. The same statements for every address, in one transaction, so that nobody can tell a taken
   * one apart (DESIGN invariants 4 and 7).
   */
  async register(body: RegisterByEmailBody): Promise<void> {
    const registration = Prisma.sql`
      INSERT INTO registrations (email, form_type, plan, first_name, last_name, phone, company, business_type,
             meeting_space, country_code, state_code, country_integration_value, state_integration_value,
             has_opted_in, source_site)
      SELECT ${body.email}, ${body.form_type}, ${body.plan}::plan, ${body.first_name}, ${body.last_name},
             ${body.phone}, ${body.company}, ${body.business_type}, ${body.sq_ft}, ${body.country_code},
             ${body.state_code}, ${body.country_integration_value}, ${body.state_integration_value},
             ${body.opt_in === 'Yes'}, ${body.sourceSite ?? ''}
       WHERE NOT EXISTS (SELECT FROM users WHERE users.email = ${body.email})
      ON CONFLICT (email) DO UPDATE SET
             form_type = excluded.form_type, plan = excluded.plan, first_name = excluded.first_name,
             last_name = excluded.last_name, phone = excluded.phone, company = excluded.company,
             business_type = excluded.business_type, meeting_space = excluded.meeting_space,
             country_code = excluded.country_code, state_code = excluded.state_code,
             country_integration_value = excluded.country_integration_value,
             state_integration_value = excluded.state_integration_value,
             has_opted_in = excluded.has_opted_in, source_site = excluded.source_site, updated_at = now()`;
    await this.prisma.$transaction((transaction) =>
      this.accountMail.askWithinWait(transaction, body.email, 'sign-up', registration),
    );
  }
}
