import { pino } from 'pino';
import { readWorkerEnv } from './env.ts';
import { workMails } from './work-mails.ts';

const log = pino({
  level: process.env['LOG_LEVEL'] ?? 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
  base: { service: 'mail-worker' },
  formatters: { level: (label) => ({ level: label }) },
});

try {
  const worker = await workMails(readWorkerEnv(process.env), log);
  log.info('the mail worker is up');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      void worker.stop().then(() => process.exit(0));
    });
} catch (error) {
  if (error instanceof Error) console.error(error.message);
  process.exit(1);
}
