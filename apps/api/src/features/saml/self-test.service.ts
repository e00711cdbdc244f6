import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatLimitError } from '../../database/conflicts.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CheckFailed, required, type Examined } from './examination.ts';
import { ProvisioningService, type Found, type Provisioning } from './provisioning.service.ts';
import { outcomeOf } from './outcome-of.ts';
import type { Report } from './report-on.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SsoRefused } from './sso-refused.ts';

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
  async keep(examined: Examined, { checks, received }: Report, request: RequestContext): Promise<never> {
    const hasFailed = checks.some(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
    const account = await outcomeOf(() => this.#tryAccount(hasFailed ? undefined : examined));
    const report: Report = { checks: [...checks, { check: 'account', ...account }], received };
    const id = await this.prisma.$transaction(async (transaction) => {
      const { idp, request: pending } = examined;
      // The test's own request is used up; a report made of it twice would be two tests.
      if (pending && !(await this.requests.consume(transaction, pending))) return undefined;
      const testedById = required(examined.testedById);
      const test = await transaction.ssoTest.create({
        data: { identityProviderId: idp.id, testedById, report },
        select: { id: true },
      });
      const failed = report.checks.find(({ outcome }) => outcome === 'failed');
      const outcome = failed?.check ?? 'ok';
      await this.audit.record({ action: 'sso.test', outcome, userId: testedById }, request, transaction);
      return test.id;
    });
    throw new SsoRefused(id === undefined ? pages.samlError : pages.settingsSsoTest.replace(':id', id));
  }

  /** What would happen to the account, found out in a transaction that is always taken back. */
  async #tryAccount(examined: Examined | undefined): Promise<{ detail: string }> {
    const passed = required(examined);
    const { email } = required(passed.person);
    try {
      await this.prisma.$transaction(async (transaction) => {
        const [found] = await transaction.$queryRaw<[Found]>(this.provisioning.finding(passed));
        const provisioning = this.provisioning.decide(found, passed);
        await this.provisioning.apply(transaction, passed, provisioning);
        throw new Rehearsed(provisioning);
      });
    } catch (error) {
      if (error instanceof Rehearsed) return { detail: outcomeFor(error.provisioning, email) };
      if (isSeatLimitError(error))
        throw new CheckFailed('account', `${email} is new and would need a seat, but no seat is free.`);
      throw error;
    }
    throw new Error('a rehearsal was kept');
  }
}

/** Takes a rehearsal's transaction back. */
class Rehearsed extends Error {
  constructor(readonly provisioning: Provisioning) {
    super('rehearsed');
  }
}

function outcomeFor(provisioning: Provisioning, email: string): string {
  switch (provisioning.kind) {
    case 'known':
      return `${provisioning.user.email} would be signed in.`;
    case 'linked':
      return `The account of ${provisioning.user.email} would be linked and signed in.`;
    case 'created':
      return `A new account for ${email} would be made in the team and signed in.`;
  }
}
