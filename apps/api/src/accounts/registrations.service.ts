import { Inject, Injectable } from '@nestjs/common';
import type { PlanType } from '@foyer/catalog/plans';
import type { KeptAnswers } from '@foyer/contracts/password-link';
import type { RegisterByEmailBody, SignUpAnswers } from '@foyer/contracts/sign-up';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import type { Request } from 'express';
import { isUniqueConflict } from '../database/conflicts.ts';
import { Refusal } from '../http/refusal.ts';
import { createAccount } from './create-account.ts';
import { placeOf } from './place-of.ts';
import { WelcomeService, type Welcomed } from './welcome.service.ts';

/** So many browsers may wait for one address within a day; those that come later are answered and not kept. */
export const REGISTRATIONS_PER_ADDRESS_AND_DAY = 50;

/** A sign-up that waits for its address, and the address, which has just been proved by what was mailed to it. */
export type ProvedRegistration = { registrationId: string; email: string };

/**
 * Sign-ups that wait for their address to be verified. One belongs to the browser that sent the form: sent again from
 * there it changes, sent from another one it stands beside, so that no stranger changes or ends what is not theirs.
 */
@Injectable()
export class RegistrationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly newcomers: WelcomeService,
  ) {}

  /**
   * The statement that keeps a browser's answers for an address without an account. It is the same for every address
   * (DESIGN invariant 7). Above the bound it keeps nothing: what is there already is never pushed out.
   */
  keeping(browserHash: Uint8Array<ArrayBuffer>, body: RegisterByEmailBody): Prisma.Sql {
    const { email } = body;
    return Prisma.sql`
      INSERT INTO registrations (address, browser_hash, form_type, plan, first_name, last_name, phone, company,
             business_type, meeting_space, country_code, state_code, country_integration_value,
             state_integration_value, has_opted_in, source_site)
      SELECT ${email}, ${browserHash}, ${body.form_type}, ${body.plan}::plan, ${body.first_name}, ${body.last_name},
             ${body.phone}, ${body.company}, ${body.business_type}, ${body.sq_ft}, ${body.country_code},
             ${body.state_code}, ${body.country_integration_value}, ${body.state_integration_value},
             ${body.opt_in === 'Yes'}, ${body.sourceSite ?? ''}
       WHERE NOT EXISTS (SELECT FROM users WHERE users.email = ${email})
         AND (SELECT count(*) FROM registrations
               WHERE address = ${email} AND browser_hash <> ${browserHash} AND updated_at > now() - interval '1 day')
             < ${REGISTRATIONS_PER_ADDRESS_AND_DAY}::int
      ON CONFLICT (address, browser_hash) DO UPDATE SET
             form_type = excluded.form_type, plan = excluded.plan, first_name = excluded.first_name,
             last_name = excluded.last_name, phone = excluded.phone, company = excluded.company,
             business_type = excluded.business_type, meeting_space = excluded.meeting_space,
             country_code = excluded.country_code, state_code = excluded.state_code,
             country_integration_value = excluded.country_integration_value,
             state_integration_value = excluded.state_integration_value,
             has_opted_in = excluded.has_opted_in, source_site = excluded.source_site, updated_at = now()`;
  }

  /** The answers of a registration, in the names of the wire. */
  async find(registrationId: string): Promise<KeptAnswers | undefined> {
    const kept = await this.prisma.registration.findUnique({ where: { id: registrationId } });
    if (!kept) return undefined;
    return {
      first_name: kept.firstName,
      last_name: kept.lastName,
      phone: kept.phone,
      company: kept.company,
      business_type: kept.businessType,
      sq_ft: kept.meetingSpace,
      country_code: kept.countryCode,
      state_code: kept.stateCode,
      opt_in: kept.hasOptedIn ? 'Yes' : 'No',
      plan: kept.plan,
    };
  }

  /**
   * Makes the user of a registration whose address has just been proved, with a team of their own and a session, as part
   * of the transaction that spent the proof. `changed` are answers given since. Ends every registration of the address,
   * and with them their links. Throws `LinkUsed` when the address has got its account some other way.
   */
  async becomeUser(
    transaction: Transaction,
    { registrationId, email }: ProvedRegistration,
    { passwordHash, changed }: { passwordHash: string; changed?: SignUpAnswers | undefined },
    request: Request,
  ): Promise<Welcomed & { plan: PlanType }> {
    const kept = await transaction.registration.findUnique({
      where: { id: registrationId },
      omit: { id: true, browserHash: true, emailOfOldReplica: true, formType: true, updatedAt: true },
    });
    if (!kept) throw new Refusal('LinkUsed');
    const answers = { ...kept, ...(changed && accountOf(changed)) };
    const { id: userId } = await createAccount(transaction, { ...answers, email, passwordHash }).catch(
      (error: unknown) => {
        throw isUniqueConflict(error, 'users_email_key') ? new Refusal('LinkUsed') : error;
      },
    );
    const { firstName, lastName, company: teamName, plan } = answers;
    const welcomed = await this.newcomers.welcome(
      transaction,
      { userId, email, firstName, lastName, teamName, plan },
      'account.create',
      request,
    );
    return { ...welcomed, plan };
  }
}

/** The answers of a sign-up in the columns of a user. Where they came from is only said by the first form. */
function accountOf(answers: SignUpAnswers) {
  return {
    plan: answers.plan,
    firstName: answers.first_name,
    lastName: answers.last_name,
    phone: answers.phone,
    company: answers.company,
    businessType: answers.business_type,
    meetingSpace: answers.sq_ft,
    ...placeOf(answers),
  };
}
