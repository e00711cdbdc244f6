import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Transaction } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { SSO_UPKEEP_QUEUE } from '@foyer/mail/queues';
import { readCertificate } from './read-certificate.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';

const EVERY_MORNING = '0 6 * * *';
/** Days before a certificate expires on which its owner is mailed; the first is `CERTIFICATE_WARNING_DAYS`. */
const WARNING_DAYS = [30, 14, 7, 3, 1];
const DAY_MS = 86_400_000;

/** Daily: mails warnings about expiring certificates. */
@Injectable()
export class SsoUpkeepService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.workInTransaction(SSO_UPKEEP_QUEUE, (transaction) => this.run(transaction));
    await this.jobs.repeat(SSO_UPKEEP_QUEUE, EVERY_MORNING);
  }

  /** One day's run, in the job's transaction, so that no warning is repeated. */
  async run(transaction: Transaction): Promise<void> {
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
    const { at } = await typedSql(transaction).selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
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
