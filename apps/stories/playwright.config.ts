import { join } from 'node:path';
import { unpackChromium } from '@foyer/tools/browser/unpack-chromium';
import { defineConfig } from '@playwright/test';
import { portal, PORTAL_VARIABLE } from './src/portal.ts';

const executablePath = await unpackChromium();
// `npm test` sets a folder for each run, so that parallel runs do not overwrite each other's traces.
const results = process.env['STORY_RESULTS'] ?? join(import.meta.dirname, 'results');

/**
 * Slow stories have the tag `@deep`. `npm test` skips them, unless their file is named. `npm run test:deep` runs them.
 */
const DEEP = /@deep/;
const lane = process.env['TEST_LANE'] ?? 'all';

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.story.ts',
  ...(lane === 'deep' && { grep: DEEP }),
  ...(lane === 'usual' && { grepInvert: DEEP }),
  globalSetup: './src/start-portal.ts',
  outputDir: join(results, 'failures'),
  // A story compares only screenshots that it took itself (`captureLook`).
  snapshotPathTemplate: join(results, 'before', '{testFilePath}', '{testName}', '{arg}{ext}'),
  reporter: [['list'], ['json', { outputFile: join(results, 'report.json') }]],
  fullyParallel: true,
  // Normal stories have fewer workers, because all specs run in parallel with them.
  workers: lane === 'deep' ? 4 : 2,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    // The workers load this file after the global setup, which sets the variable.
    ...(process.env[PORTAL_VARIABLE] && { baseURL: portal().portalUrl }),
    // The trace has no screenshots, because encoding them takes much CPU time even if nothing fails.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    ...(executablePath ? {} : { channel: 'chrome' }),
    launchOptions: { args: ['--no-sandbox'], ...(executablePath && { executablePath }) },
  },
});
