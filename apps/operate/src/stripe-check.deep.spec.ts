import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';

let provider: CardProvider;
beforeAll(async () => {
  provider = await startCardProvider({ webhookUrl: 'http://127.0.0.1:9/webhooks/stripe' });
});
afterAll(() => provider.stop());

/** As an operator runs it, without a database. */
function check(): Promise<{ code: number; output: string }> {
  const env = projectEnvironment({
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_API_URL: provider.url,
  });
  return new Promise((resolve) => {
    execFile(
      'node',
      ['apps/operate/src/operate.ts', 'stripe-check'],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

it('ends with 0 when the account is right, with 1 and what to do when it is not', async () => {
  const good = await check();
  expect(good.output).toContain('All that can be read is right.');
  expect(good.code).toBe(0);
  provider.control.replacePrice({ unitAmount: 24_900 });
  const wrong = await check();
  expect(wrong.output).toMatch(/costs \$249\.00/);
  expect(wrong.output).not.toContain('All that can be read');
  expect(wrong.code).toBe(1);
});
