import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { flag, now, typedSql } from '@foyer/db/typed-sql';
import { languageNamed } from '@foyer/catalog/languages';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { ADDRESS_LINK_QUEUE } from '@foyer/mail/queues';
import { isTaken } from '../../identity/addresses.queries.ts';
import { hashToken, mintToken } from '../../request/secret-token.ts';
import { Jobs } from '../../database/jobs.ts';
import { claimLink } from './link-pace.ts';

type AddressLinkJob = { changeId: string };

/**
 * Mails the link of a change of address, after who asked was answered, and none to an address that is somebody's. What is above
 * a limit comes later, as long as the change waits for it.
 */
@Injectable()
export class AddressLinkMails implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<AddressLinkJob>(ADDRESS_LINK_QUEUE, (job) => this.#write(job.data.changeId));
  }

  /** Once per change: a token that was minted is not minted again. */
  async #write(changeId: string): Promise<void> {
    await this.prisma.$transaction(async (transaction) => {
      const change = await typedSql(transaction)
        .selectFrom('addressChanges as c')
        .innerJoin('users as u', 'u.id', 'c.userId')
        .select(['c.newEmail', 'c.userId', 'c.expiresAt', 'u.firstName', 'u.language'])
        .select((row) => flag(isTaken(row.ref('c.newEmail'), row.ref('c.userId'))).as('isTaken'))
        .where('c.id', '=', changeId)
        .where('c.tokenHash', 'is', null)
        .where('c.appliedAt', 'is', null)
        .where('c.replacedAt', 'is', null)
        .where('c.expiresAt', '>', now())
        .forUpdate('c')
        .executeTakeFirst();
      if (!change) return;
      const seconds = await claimLink(transaction, change);
      if (seconds > 0)
        return this.jobs.send(
          transaction,
          ADDRESS_LINK_QUEUE,
          { changeId } satisfies AddressLinkJob,
          seconds,
        );
      if (change.isTaken) return;
      const token = mintToken();
      await typedSql(transaction)
        .updateTable('addressChanges')
        .set({ tokenHash: hashToken(token) })
        .where('id', '=', changeId)
        .execute();
      await this.mails.enqueueMail(transaction, {
        kind: 'confirm-address',
        to: change.newEmail,
        language: languageNamed(change.language),
        until: change.expiresAt,
        content: { firstName: change.firstName, token },
      });
    });
  }
}
