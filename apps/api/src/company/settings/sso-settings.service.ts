import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { LanguageTag } from '@foyer/catalog/languages';
import type { Sentence } from '@foyer/catalog/words/sentence';
import { translatorOf } from '@foyer/catalog/words/translator';
import {
  CERTIFICATE_WARNING_DAYS,
  OUR_CLOCK,
  IDP_NAME,
  type ChangeIdpBody,
  type SsoSettingsReply,
  type SsoTestReply,
} from '@foyer/contracts/company/saml';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { SSO_UPKEEP_QUEUE } from '@foyer/mail/queues';
import { requireStepUp } from '../../identity/step-up.ts';
import { IdentityProvidersService } from '../identity-providers.service.ts';
import { readCertificate } from './read-certificate.ts';
import { requireOwner } from '../../identity/access.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Clock } from '../../database/clock.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Session } from '../../identity/session.service.ts';

type StoredReport = Pick<SsoTestReply, 'received'> & {
  checks: (Omit<SsoTestReply['checks'][number], 'detail'> & { said: Sentence[] })[];
};

const EVERY_MORNING = '0 6 * * *';
/** The owner gets a mail this many days before a certificate expires. The first value is `CERTIFICATE_WARNING_DAYS`. */
const WARNING_DAYS = [30, 14, 7, 3, 1];
const DAY_MS = 86_400_000;

@Injectable()
export class SsoSettingsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly identityProviders: IdentityProvidersService,
    private readonly audit: AuditService,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
  ) {}

  async describe(session: Session): Promise<SsoSettingsReply> {
    const team = await requireOwner(this.prisma, session);
    const rows = await this.prisma.identityProvider.findMany({
      where: { teamId: team.id },
      select: {
        name: true,
        isEnabled: true,
        entityId: true,
        singleSignOnUrl: true,
        emailAttribute: true,
        firstNameAttribute: true,
        lastNameAttribute: true,
        isIdpInitiatedAllowed: true,
        asksForSecondFactor: true,
        certificates: { select: { pem: true }, orderBy: { createdAt: 'asc' } },
        domains: { select: { domain: true }, orderBy: { domain: 'asc' } },
      },
      orderBy: { name: 'asc' },
    });
    return {
      identityProviders: rows.map(
        ({ emailAttribute, firstNameAttribute, lastNameAttribute, domains, certificates, ...row }) => ({
          ...row,
          domains: domains.map(({ domain }) => domain),
          attributes: { email: emailAttribute, firstName: firstNameAttribute, lastName: lastNameAttribute },
          certificates: certificates.map(({ pem }) => describeCertificate(pem)),
          serviceProvider: this.identityProviders.serviceProviderOf(row.name),
        }),
      ),
    };
  }

  /**
   * Stores the owner's statement whether the company asks everyone for a second factor (ASVS 6.8.4). Applies to later
   * sign-ins. Throws `NotFound` for another team's provider, and the problems of `requireOwner` and `requireStepUp`.
   */
  async change(session: Session, name: string, body: ChangeIdpBody, request: RequestContext): Promise<void> {
    const team = await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'account');
    if (!IDP_NAME.test(name)) throw new Problem('NotFound');
    const { asksForSecondFactor } = body;
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.identityProvider.updateMany({
        where: { name, teamId: team.id },
        data: { asksForSecondFactor },
      });
      if (count === 0) throw new Problem('NotFound');
      const details = { idpName: name, asked: asksForSecondFactor ? 'yes' : 'no' };
      await this.audit.recordBy(session, 'sso.second-factor', request, transaction, details);
    });
  }

  async readTest(session: Session, id: string, language: LanguageTag): Promise<SsoTestReply> {
    const team = await requireOwner(this.prisma, session);
    const test = await this.prisma.ssoTest.findFirst({
      where: { id: requireUuid(id), identityProvider: { teamId: team.id } },
      select: { at: true, report: true, identityProvider: { select: { name: true } } },
    });
    if (!test) throw new Problem('NotFound');
    // Only the self-test writes reports, always in this form.
    const { checks, received } = test.report as StoredReport;
    const words = translatorOf(language);
    return {
      idpName: test.identityProvider.name,
      at: test.at.toISOString(),
      isPassed: checks.every(({ outcome }) => outcome === 'passed' || outcome === 'warning'),
      checks: checks.map(({ said, ...row }) => ({ ...row, detail: words.compose(said) })),
      received: received.map(({ name, values }) => ({
        name: name === OUR_CLOCK ? words.inWords(name) : name,
        values,
      })),
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(SSO_UPKEEP_QUEUE, (transaction) => this.warn(transaction));
    await this.jobs.repeat(SSO_UPKEEP_QUEUE, EVERY_MORNING);
  }

  /** Mails in the job's transaction, so that no warning is sent twice. */
  async warn(transaction: Transaction): Promise<void> {
    const certificates = await transaction.idpCertificate.findMany({
      where: { identityProvider: { isEnabled: true } },
      select: {
        id: true,
        pem: true,
        identityProvider: {
          select: {
            name: true,
            team: { select: { owner: { select: { email: true, firstName: true } } } },
          },
        },
      },
    });
    const at = this.clock.now();
    for (const { id, pem, identityProvider } of certificates) {
      const { owner } = identityProvider.team;
      const end = readCertificate(pem)?.validToDate;
      if (!end) {
        const row = { idpName: identityProvider.name, certificateId: id };
        log.error(row, 'a certificate of an identity provider cannot be read; import its metadata again');
        continue;
      }
      const daysLeft = Math.floor((end.getTime() - at.getTime()) / DAY_MS);
      if (owner && WARNING_DAYS.includes(daysLeft))
        await this.mails.enqueueMail(transaction, {
          kind: 'certificate-ending',
          to: owner.email,
          content: {
            firstName: owner.firstName,
            identityProvider: identityProvider.name,
            endsOn: end.toISOString().slice(0, 10),
          },
        });
    }
  }
}

function describeCertificate(pem: string) {
  const certificate = readCertificate(pem);
  if (!certificate) return { subject: '', validTo: '', isEnding: false };
  const { subject, validToDate } = certificate;
  return {
    subject: subject.split('\n').join(', '),
    validTo: validToDate.toISOString(),
    isEnding: validToDate.getTime() < Date.now() + CERTIFICATE_WARNING_DAYS * DAY_MS,
  };
}
