import 'reflect-metadata';
import { buildApp } from './build-app.ts';
import { EnvironmentError, readApiEnv } from './config/env.ts';
import { log } from './http/request-log.ts';

try {
  const env = readApiEnv(process.env);
  const app = await buildApp(env);
  await app.listen(env.PORT);
  log.info({ port: env.PORT, publicUrl: env.PUBLIC_URL.origin }, 'the portal is up');
} catch (error) {
  if (error instanceof EnvironmentError) console.error(error.message);
  else log.fatal({ err: error }, 'the portal could not start');
  process.exit(1);
}
