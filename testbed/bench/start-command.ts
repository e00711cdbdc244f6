import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@foyer/tools/paths';
import { findFreePorts } from '@foyer/tools/run/ports';

const TIMEOUT_MS = 120_000;

/** Returns the seconds until `npm start` is ready with existing data, or the reason why it was not ready. */
export async function timeStart(): Promise<number | string> {
  await start();
  return start();
}

async function start(): Promise<number | string> {
  const ports = await findFreePorts();
  const child = spawn(
    process.execPath,
    [join(ROOT, 'tools', 'run', 'bootstrap.mjs'), 'start', 'tools/run/start'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(ports.portal),
        INBOX_PORT: String(ports.inbox),
        SMTP_PORT: String(ports.smtp),
        PRODUCT_PORT: String(ports.product),
        CARD_PROVIDER_PORT: String(ports.cardProvider),
        IDENTITY_PROVIDER_PORT: String(ports.identityProvider),
        POSTGRES_PORT: String(ports.postgres),
        METRICS_PORT: String(ports.metrics),
        WORKER_METRICS_PORT: String(ports.workerMetrics),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const startedAt = performance.now();
  let words = '';
  const outcome = await new Promise<number | string>((resolve) => {
    const timer = setTimeout(() => resolve('it was not ready in time'), TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      words += chunk.toString();
      if (!words.includes('Ready after')) return;
      clearTimeout(timer);
      resolve((performance.now() - startedAt) / 1000);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => resolve(words.trim().split('\n').at(-1) ?? 'it ended'));
  });
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  return outcome;
}
