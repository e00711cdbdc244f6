import 'reflect-metadata';
import { findPoolerFault } from '@foyer/db/check-pooler';
import { environmentWarnings, readEnvironmentOrExit } from '@foyer/mail/environment';
import { apiEnv, readApiEnv } from './config/env.ts';
import { boundThreadsByTheirLimits } from './threads/thread-heaps.ts';

/**
 * Platforms usually kill a process 30 seconds after the request to stop. The limit is shorter, to leave time to log the
 * error.
 */
const STOP_LIMIT_MS = 28_000;

const env = readEnvironmentOrExit(readApiEnv);
const poolerFault = env.DATABASE_DIRECT_URL && (await findPoolerFault(env.DATABASE_URL));
if (poolerFault) {
  console.error(`DATABASE_URL: ${poolerFault}`);
  process.exit(1);
}
const { log } = await import('./observe/log.ts');

try {
  boundThreadsByTheirLimits();
  for (const warning of environmentWarnings(process.env, Object.keys(apiEnv.shape))) log.warn(warning);
  // These imports are slow, so they run after the check of the settings, which reports a wrong setting immediately.
  const [{ buildApp }, { drain }] = await Promise.all([import('./build-app.ts'), import('./drain.ts')]);
  const app = await buildApp(env);
  await app.listen(env.PORT);
  log.info({ port: env.PORT, publicUrl: env.PUBLIC_URL.origin }, 'the portal is up');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info({ signal }, 'the portal is stopping');
      setTimeout(() => leave(new Error('stopping took too long')), STOP_LIMIT_MS).unref();
      drain(app, env.NODE_ENV === 'development').then(() => process.exit(0), leave);
    });
} catch (error) {
  log.fatal({ err: error }, 'the portal could not start');
  process.exit(1);
}

function leave(error: unknown): never {
  log.fatal({ err: error }, 'the portal could not stop');
  process.exit(1);
}
