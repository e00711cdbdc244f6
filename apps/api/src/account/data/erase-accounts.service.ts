import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { languageNamed } from '@foyer/catalog/languages';
import { stateOf } from '@foyer/catalog/subscription-states';
import { LEAVING_DAYS } from '@foyer/contracts/account/own-data';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { erasePerson, type Erased } from '@foyer/db/erase-person';
import { ago, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { BILLING_END_QUEUE, ERASE_QUEUE } from '@foyer/mail/queues';
import { OpenPayments } from '../../teams/open-payments.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { findFormerAddresses } from '../../database/former-addresses.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';

const EVERY_NIGHT = '40 3 * * *';
/** The security log and the queue are read from end to end. */
const TIMEOUT_MS = 120_000;

/**
 * Erases, once a day and on one replica, the accounts whose people asked for it `LEAVING_DAYS` ago and did not come back:
 * each in a transaction of its own, by the code of `npm run operate -- erase-user`. The next run continues an interrupted one.
 */
@Injectable()
export class EraseAccountsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly payments: OpenPayments,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(ERASE_QUEUE, () => this.run());
    await this.jobs.repeat(ERASE_QUEUE, EVERY_NIGHT);
  }

  /** Throws once all were tried if one could not be erased, so that the job is tried again and told as given up. */
  async run(): Promise<void> {
    const due = await typedSql(this.prisma)
      .selectFrom('users')
      .select('id')
      .where('leavingAt', '<=', ago({ days: LEAVING_DAYS }))
      .orderBy('leavingAt')
      .execute();
    const failed: string[] = [];
    for (const { id: userId } of due)
      try {
        await this.#endPlan(userId);
        const erased = await this.prisma.$transaction((transaction) => this.#erase(transaction, userId), {
          timeout: TIMEOUT_MS,
        });
        if (erased) report(erased);
      } catch (error) {
        failed.push(userId);
        log.warn({ err: error, userId }, 'an account that is due could not be erased');
      }
    if (failed.length > 0) throw new Error(`${failed.length} of ${due.length} accounts could not be erased`);
  }

  /** What was begun at the provider since the person left, by nobody of ours. */
  async #endPlan(userId: string): Promise<void> {
    const team = await this.prisma.team.findFirst({
      where: { ownerId: userId, members: { none: { id: { not: userId } } } },
      select: { id: true },
    });
    if (team) await this.payments.endPlan(team.id);
  }

  async #erase(transaction: Transaction, userId: string): Promise<Erased | undefined> {
    // Waits for a person who keeps the account at this moment; then it is not due any more.
    const user = await lockLeaving(transaction, userId);
    if (!user) return undefined;
    const { email, firstName } = user;
    const former = await findFormerAddresses(transaction, userId);
    const erased = await erasePerson(transaction, email, {
      isPlanRunning: (status) => stateOf(status).isRunning,
    });
    // Whatever the provider still has of the team's, known to us or not: nobody pays for it any more.
    const { stripeCustomerId } = erased;
    if (stripeCustomerId !== undefined)
      await this.jobs.send(transaction, BILLING_END_QUEUE, { stripeCustomerId }, 0, stripeCustomerId);
    // Last, because the erasure takes along what is queued for the addresses. It is gone an hour after it was sent.
    const language = languageNamed(user.language);
    for (const to of [email, ...former.map((one) => one.email)])
      await this.mails.enqueueMail(transaction, {
        kind: 'account-erased',
        to,
        language,
        content: { firstName },
      });
    await this.audit.recordOfJob({ action: 'account.erase', outcome: 'ok', userId }, transaction);
    return erased;
  }
}

function lockLeaving(transaction: Transaction, userId: string) {
  return typedSql(transaction)
    .selectFrom('users')
    .select(['email', 'firstName', 'language'])
    .where('id', '=', userId)
    .where('leavingAt', '<=', ago({ days: LEAVING_DAYS }))
    .forUpdate()
    .executeTakeFirst();
}

/** Once it is done: the log outlives the database, and by it an erasure is repeated after a restore. */
function report({ erasures, apps, stripeCustomerId }: Erased): void {
  log.info({ erasures, apps }, 'a person was erased');
  if (stripeCustomerId !== undefined)
    log.warn({ stripeCustomerId }, 'the card provider still knows an erased customer: erase them there');
}
