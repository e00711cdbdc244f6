import { Inject, Injectable } from '@nestjs/common';
import { sentence } from '@foyer/catalog/words/sentence';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { IdentityProvider } from '../identity-providers.service.ts';
import { CheckSkipped } from './check.ts';
import type { Tested } from './examine.ts';
import { findAccount } from './provisioning.queries.ts';
import { ProvisioningService, type NotProvisioned, type Provisioned } from './provisioning.service.ts';
import { outcomeOf, type Outcome, type Report } from './report.ts';
import { markAnswered } from './sign-in.queries.ts';
import type { VerifiedSignIn } from './stages.ts';
import { rollBackUnless } from './roll-back-unless.ts';

/** The owner's test login changes no account and signs no one in. */
@Injectable()
export class SelfTestService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provisioning: ProvisioningService,
    private readonly audit: AuditService,
  ) {}

  /** Returns the path of the report, or of `/saml-error` if the test has expired or was answered before. */
  async store(
    idp: IdentityProvider,
    { test, report, person }: Tested,
    request: RequestContext,
  ): Promise<string> {
    const account = await this.#tryAccount(person);
    const checks: Report['checks'] = [...report.checks, { check: 'account', ...account }];
    const id = await this.prisma.$transaction(async (transaction) => {
      if (!(await markAnswered(transaction, test))) return undefined;
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
    return id === undefined ? pages.samlError : pages.settingsSsoTest.replace(':id', id);
  }

  async #tryAccount(person: VerifiedSignIn | undefined): Promise<Outcome> {
    if (!person) return outcomeOf('skipped', new CheckSkipped().said);
    const rehearse = async (transaction: Transaction) =>
      this.provisioning.provision(transaction, await findAccount(transaction, person), person);
    return accountRow(await rollBackUnless(this.prisma, rehearse, () => false), person);
  }
}

function accountRow(rehearsed: Provisioned | NotProvisioned, person: VerifiedSignIn): Outcome {
  const { email } = 'userId' in rehearsed ? rehearsed : person;
  switch (rehearsed.how) {
    case 'known':
      return outcomeOf('passed', [
        sentence('company.selfTest.wouldSignIn', '{email} would be logged in.', { email }),
      ]);
    case 'linked':
      return outcomeOf('passed', [
        sentence('company.selfTest.wouldLink', 'The account for {email} would be linked and logged in.', {
          email,
        }),
      ]);
    case 'created':
      return outcomeOf('passed', [
        sentence(
          'company.selfTest.wouldCreate',
          'A new account for {email} would be created in the team and logged in.',
          { email },
        ),
      ]);
    case 'withheld':
      // Only a warning, because the person can link the NameID to the account with a login.
      return outcomeOf(rehearsed.reason === 'OwnLogin' ? 'warning' : 'failed', [rehearsed.said]);
    case 'refused':
      return outcomeOf('failed', rehearsed.failure.said);
    case 'no-seat':
      return outcomeOf('failed', [
        sentence(
          'company.selfTest.noSeatFree',
          'A new account for {email} needs a seat, but the team has no free seats. Free one up or request more on the team page.',
          { email },
        ),
      ]);
    case 'overtaken':
      throw new Error('another call has changed the account meanwhile');
  }
}
