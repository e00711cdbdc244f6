import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  DATA_KEPT_HOURS,
  ownDataReply,
  type DataExportReply,
  type OwnDataReply,
} from '@foyer/contracts/account/own-data';
import { PrismaClient } from '@foyer/db/client';
import { exportPerson } from '@foyer/db/export-person';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { DATA_EXPORT_QUEUE } from '@foyer/mail/queues';
import { requireStepUp } from '../../identity/step-up.ts';
import { rejectUnverifiedFactor } from '../../identity/access.ts';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import { Clock } from '../../database/clock.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { insertDataExport } from './own-data.queries.ts';

type DataExportJob = { userId: string };

/** Only the user's own sessions can download the copy (docs/flows/account/leaving.md). */
@Injectable()
export class DataExportService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<DataExportJob>(DATA_EXPORT_QUEUE, async (job) => {
      const copy = await this.#copy(job.data.userId);
      await this.prisma.$transaction(async (transaction) => {
        if (copy) {
          const madeAt = this.clock.now();
          const [made] = await transaction.dataExport.updateManyAndReturn({
            where: { userId: job.data.userId, madeAt: null },
            data: { content: copy.content, madeAt, expiresAt: hoursAfter(madeAt, DATA_KEPT_HOURS) },
            select: { expiresAt: true },
          });
          if (made?.expiresAt)
            await this.mails.enqueueMail(transaction, {
              kind: 'data-ready',
              to: copy.email,
              content: { firstName: copy.firstName, until: made.expiresAt.toISOString() },
            });
        }
        await this.jobs.complete(transaction, job);
      });
    });
  }

  async find(session: Session): Promise<DataExportReply> {
    await rejectUnverifiedFactor(this.prisma, session);
    const now = this.clock.now();
    const found = await this.prisma.dataExport.findFirst({
      where: {
        userId: session.userId,
        OR: [
          { expiresAt: { gt: now } },
          { madeAt: null, requestedAt: { gt: hoursAfter(now, -DATA_KEPT_HOURS) } },
        ],
      },
      select: { expiresAt: true },
    });
    if (!found) return { state: 'none', until: '' };
    return found.expiresAt
      ? { state: 'ready', until: found.expiresAt.toISOString() }
      : { state: 'preparing', until: '' };
  }

  /** Creates at most one copy an hour. Returns the state of the newest copy. */
  async request(session: Session, request: RequestContext): Promise<DataExportReply> {
    await rejectUnverifiedFactor(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    const { userId } = session;
    await this.prisma.$transaction(async (transaction) => {
      if (!(await insertDataExport(transaction, userId))) return;
      await this.jobs.send(transaction, DATA_EXPORT_QUEUE, { userId } satisfies DataExportJob, 0, userId);
      await this.audit.record(entryOf('data.ask', session), request, transaction);
    });
    return this.find(session);
  }

  /** Throws `NotFound`, and the problems of `rejectUnverifiedFactor` and `requireStepUp`. */
  async open(session: Session, request: RequestContext): Promise<OwnDataReply> {
    await rejectUnverifiedFactor(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    const found = await this.prisma.dataExport.findFirst({
      where: { userId: session.userId, expiresAt: { gt: this.clock.now() } },
      select: { content: true },
    });
    if (!found?.content) throw new Problem('NotFound');
    await this.audit.record(entryOf('data.download', session), request);
    return ownDataReply.parse(JSON.parse(Buffer.from(found.content).toString('utf8')));
  }

  async #copy(
    userId: string,
  ): Promise<{ content: Uint8Array<ArrayBuffer>; email: string; firstName: string } | undefined> {
    const user = await this.prisma.user.findUnique({
      where: { id: userId },
      select: { email: true, firstName: true },
    });
    if (!user) return undefined;
    const exported = await exportPerson(this.prisma, user.email);
    // The address changed or the user was erased between the two reads. The error makes the queue retry the job.
    if (exported?.user?.id !== userId) throw new Error('the address belongs to another account by now');
    return { ...user, content: new Uint8Array(Buffer.from(JSON.stringify(exported))) };
  }
}

const entryOf = (action: AuditAction, { userId, user }: Session) => ({
  action,
  outcome: 'ok',
  userId,
  email: user.email,
});

const HOUR_MS = 3_600_000;
const hoursAfter = (time: Date, hours: number) => new Date(time.getTime() + hours * HOUR_MS);
