import { join } from 'node:path';
import { unpackChromium } from '@foyer/tools/browser/unpack-chromium';
import { defineConfig } from '@playwright/test';
import { portal, PORTAL_VARIABLE } from './src/portal.ts';

const executablePath = await unpackChromium();
// Each run has its own folder, so that parallel runs keep their traces.
const results = process.env['STORY_RESULTS'] ?? join(import.meta.dirname, 'results');

/** What takes long is marked so, and runs in `npm run test:deep`, or when its file is named; the rest in `npm test`. */
const DEEP = /@deep/;
const lane = process.env['TEST_LANE'] ?? 'all';

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.story.ts',
  ...(lane === 'deep' && { grep: DEEP }),
  ...(lane === 'usual' && { grepInvert: DEEP }),
  globalSetup: './src/start-portal.ts',
  outputDir: join(results, 'failures'),
  // What is compared is taken within the same story (`keepLook`); nothing is kept from run to run.
  snapshotPathTemplate: join(results, 'before', '{testFilePath}', '{testName}', '{arg}{ext}'),
  reporter: [['list'], ['json', { outputFile: join(results, 'report.json') }]],
  fullyParallel: true,
  // A story uses a third of a core. The usual ones run beside all specs, the deep ones beside a few that wait, too.
  workers: lane === 'deep' ? 4 : 2,
  // A story that passes only sometimes is a finding, not noise.
  retries: 0,
  forbidOnly: true,
  // Whatever hangs; a machine that does other things besides is no fault of a story.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    // Read by the workers, which load this file after the global setup.
    ...(process.env[PORTAL_VARIABLE] && { baseURL: portal().portalUrl }),
    // Without a film of it: to encode that takes a good part of a processor while nothing fails.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    ...(executablePath ? {} : { channel: 'chrome' }),
    launchOptions: { args: ['--no-sandbox'], ...(executablePath && { executablePath }) },
  },
});
