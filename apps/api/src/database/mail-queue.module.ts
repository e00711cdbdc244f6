import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log } from '../http/request-log.ts';

/** The sending end of the queue: it neither works jobs nor looks after the job tables. */
@Global()
@Module({
  providers: [
    {
      provide: PgBoss,
      inject: [Pool],
      useFactory: async (pool: Pool) => {
        const boss = new PgBoss({
          db: { executeSql: (text, values) => pool.query(text, values) },
          migrate: false,
          createSchema: false,
          supervise: false,
          schedule: false,
        });
        boss.on('error', (error) => log.warn({ err: error }, 'queue error'));
        return boss.start();
      },
    },
    {
      provide: MailQueue,
      inject: [PgBoss, API_ENV],
      useFactory: (boss: PgBoss, env: ApiEnv) => new MailQueue(boss, env.MAIL_SECRET[0] ?? ''),
    },
  ],
  exports: [MailQueue],
})
export class MailQueueModule implements OnModuleDestroy {
  constructor(@Inject(PgBoss) private readonly boss: PgBoss) {}

  async onModuleDestroy(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}
