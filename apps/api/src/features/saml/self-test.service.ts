import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import type { SsoTestReply } from '@foyer/contracts/saml';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatRefusal } from '../../database/conflicts.ts';
import { allChecks } from './all-checks.ts';
import { attributesOf } from './checks/attributes.ts';
import { CheckFailed, CheckSkipped, required, type Check, type Examination } from './examination.ts';
import { ProvisioningService, type Found, type Provisioning } from './provisioning.service.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SamlThreads } from './saml-threads.ts';
import { SsoRefused } from './sso-refused.ts';
import { ASSERTION, childrenOf, type XmlElement } from './xml-document.ts';

export type Report = Pick<SsoTestReply, 'checks' | 'received'>;

/** A report is read by people; what is longer than this is not. */
const MAX_ROWS = 50;
const MAX_VALUES = 20;
const MAX_LENGTH = 500;

/** The owner's test login (LESSONS F54): every check is told, nothing is changed, nobody is signed in. */
@Injectable()
export class SelfTestService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly requests: SamlRequestsService,
    private readonly threads: SamlThreads,
    private readonly provisioning: ProvisioningService,
    private readonly audit: AuditService,
  ) {}

  /** Runs and stores a test; always throws `SsoRefused` with the address of its report. */
  async report(examination: Examination, request: Request): Promise<never> {
    const tools = { threads: this.threads };
    const checks: Report['checks'] = [];
    for (const [name, check] of Object.entries(allChecks) as [keyof typeof allChecks, Check][]) {
      const outcome = await outcomeOf(() => check(examination, tools));
      checks.push({ check: name, ...outcome });
      // What the library refuses is what has just been told in our words.
      if (outcome.outcome === 'failed') delete examination.libraryRefusal;
    }
    const hasFailed = checks.some(({ outcome }) => outcome === 'failed' || outcome === 'skipped');
    checks.push({
      check: 'account',
      ...(await outcomeOf(() => this.#tryAccount(hasFailed ? undefined : examination))),
    });
    const report: Report = { checks, received: receivedBy(examination) };
    const id = await this.prisma.$transaction(async (transaction) => {
      const { idp, request: pending } = examination;
      // The test's own request is used up; a report made of it twice would be two tests.
      if (pending && !(await this.requests.consume(transaction, pending))) return undefined;
      const testedById = required(examination.testedById);
      const test = await transaction.ssoTest.create({
        data: { identityProviderId: idp.id, testedById, report },
        select: { id: true },
      });
      const failed = checks.find(({ outcome }) => outcome === 'failed');
      const outcome = failed?.check ?? 'ok';
      await this.audit.record({ action: 'sso.test', outcome, userId: testedById }, request, transaction);
      return test.id;
    });
    throw new SsoRefused(id === undefined ? pages.samlError : pages.settingsSsoTest.replace(':id', id));
  }

  /** What would happen to the account, found out in a transaction that is always taken back. */
  async #tryAccount(examination: Examination | undefined): Promise<{ detail: string }> {
    const passed = required(examination);
    const { email } = required(passed.person);
    try {
      await this.prisma.$transaction(async (transaction) => {
        const [found] = await transaction.$queryRaw<[Found]>(this.provisioning.finding(passed));
        const provisioning = this.provisioning.decide(found, passed);
        await this.provisioning.carryOut(transaction, passed, provisioning);
        throw new Rehearsed(provisioning);
      });
    } catch (error) {
      if (error instanceof Rehearsed) return { detail: outcomeFor(error.provisioning, email) };
      if (isSeatRefusal(error))
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

type Outcome = Pick<Report['checks'][number], 'outcome' | 'detail'>;

async function outcomeOf(run: () => ReturnType<Check>): Promise<Outcome> {
  try {
    const { detail, isWarning } = await run();
    return { outcome: isWarning ? 'warning' : 'passed', detail };
  } catch (error) {
    if (error instanceof CheckFailed) return { outcome: 'failed', detail: error.message };
    if (error instanceof CheckSkipped) return { outcome: 'skipped', detail: error.message };
    throw error;
  }
}

/** What arrived, as far as it could be read, and the time it was read at. */
function receivedBy({ assertion, now }: Examination): Report['received'] {
  const clock = { name: 'Clock here', values: [now.toISOString()] };
  if (!assertion) return [clock];
  const conditions = childrenOf(assertion, ASSERTION, 'Conditions');
  const rows = [
    { name: 'Issuer', values: texts(childrenOf(assertion, ASSERTION, 'Issuer')) },
    { name: 'NameID', values: texts(below(childrenOf(assertion, ASSERTION, 'Subject'), 'NameID')) },
    { name: 'Audience', values: texts(below(below(conditions, 'AudienceRestriction'), 'Audience')) },
    ...['NotBefore', 'NotOnOrAfter'].map((name) => ({
      name,
      values: conditions.flatMap(({ attributes }) => attributes[name] ?? []),
    })),
    clock,
    ...attributesOf(assertion).map(({ name, values }) => ({ name, values: texts(values) })),
  ];
  return rows.slice(0, MAX_ROWS).map(({ name, values }) => ({
    name: name.slice(0, MAX_LENGTH),
    values: values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_LENGTH)),
  }));
}

const below = (parents: XmlElement[], name: string) =>
  parents.flatMap((parent) => childrenOf(parent, ASSERTION, name));
const texts = (elements: XmlElement[]) => elements.map(({ text }) => text);
