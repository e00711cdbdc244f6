import { Inject, Injectable } from '@nestjs/common';
import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatLimitError } from '../../database/conflicts.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { IdentityProvider } from '../identity-providers.service.ts';
import { CheckFailed, CheckSkipped, passed, type Passed } from './check.ts';
import type { Tested } from './examine.ts';
import { AccountWithheld, finding, ProvisioningService, type Provisioned } from './provisioning.service.ts';
import { attempt, type Report } from './report.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SsoRefused } from './sso-refused.ts';
import type { Person } from './stages.ts';

/** The owner's test login: every check is told, nothing is changed, nobody is signed in. */
@Injectable()
export class SelfTestService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly requests: SamlRequestsService,
    private readonly provisioning: ProvisioningService,
    private readonly audit: AuditService,
  ) {}

  /** Stores a test with what would become of the account; always throws `SsoRefused` with the address of its report. */
  async keep(
    idp: IdentityProvider,
    { test, report, person }: Tested,
    request: RequestContext,
  ): Promise<never> {
    const account = await attempt(() => this.#tryAccount(person));
    const checks: Report['checks'] = [...report.checks, { check: 'account', ...account.outcome }];
    const id = await this.prisma.$transaction(async (transaction) => {
      // The test's own request is used up; a report made of it twice would be two tests.
      if (!(await this.requests.consume(transaction, test))) return undefined;
      const { testedById } = test;
      const kept = await transaction.ssoTest.create({
        data: { identityProviderId: idp.id, testedById, report: { ...report, checks } },
        select: { id: true },
      });
      const failed = checks.find(({ outcome }) => outcome === 'failed');
      const outcome = failed?.check ?? 'ok';
      await this.audit.record({ action: 'sso.test', outcome, userId: testedById }, request, transaction);
      return kept.id;
    });
    throw new SsoRefused(id === undefined ? pages.samlError : pages.settingsSsoTest.replace(':id', id));
  }

  /** What would happen to the account, found out in a transaction that is always taken back. */
  async #tryAccount(person: Person | undefined): Promise<Passed> {
    if (!person) throw new CheckSkipped();
    try {
      await this.prisma.$transaction(async (transaction) => {
        const found = await typedSql(transaction)
          .selectFrom(finding(person).as('found'))
          .selectAll()
          .executeTakeFirstOrThrow();
        throw new Rehearsed(await this.provisioning.provision(transaction, found, person));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return passed(outcomeFor(error.provisioned));
      // Nothing is wrong at the company: the person confirms it once.
      if (error instanceof AccountWithheld && error.reason === 'OwnLogin')
        return { said: [...error.said], isWarning: true, found: undefined };
      if (isSeatLimitError(error))
        throw new CheckFailed('account', [
          sentence('{email} is new and would need a seat, but no seat is free.', { email: person.email }),
        ]);
      throw error;
    }
    throw new Error('a rehearsal was kept');
  }
}

/** Takes a rehearsal's transaction back. */
class Rehearsed extends Error {
  constructor(readonly provisioned: Provisioned) {
    super('rehearsed');
  }
}

function outcomeFor({ how, email }: Provisioned): Sentence {
  switch (how) {
    case 'known':
      return sentence('{email} would be signed in.', { email });
    case 'linked':
      return sentence('The account of {email} would be linked and signed in.', { email });
    case 'created':
      return sentence('A new account for {email} would be made in the team and signed in.', { email });
  }
}
