import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { startSender } from '@foyer/mail/start-sender';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { logError } from '../observe/log.ts';
import { Jobs } from './jobs.ts';
import { MailsToReaders } from './mails-to-readers.ts';
import { RetentionService } from './retention.service.ts';

@Global()
@Module({
  providers: [
    {
      provide: PgBoss,
      inject: [Pool],
      useFactory: (pool: Pool) => startSender(pool, (error) => logError(error, 'queue error')),
    },
    {
      provide: MailQueue,
      inject: [PgBoss, API_ENV],
      useFactory: (boss: PgBoss, env: ApiEnv) => new MailsToReaders(boss, env.MAIL_SECRET[0] ?? ''),
    },
    Jobs,
    RetentionService,
  ],
  exports: [MailQueue, Jobs],
})
export class QueueModule implements OnModuleDestroy {
  constructor(@Inject(PgBoss) private readonly boss: PgBoss) {}

  async onModuleDestroy(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}
