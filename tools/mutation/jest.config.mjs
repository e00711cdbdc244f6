import { join } from 'node:path';
import config from '../../jest.config.mjs';

/** The one project of `jest.config.mjs` whose code is mutated, on a database for each process; see main.ts. */
const project = config.projects.find(({ displayName }) => displayName === process.env['MUTATION_PROJECT']);
const specs = process.env['MUTATION_SPECS'];

export default {
  ...project,
  // A mutant may be in what runs while a module is loaded: each file loads its own.
  runtime: undefined,
  testEnvironment: project.displayName === 'web' ? 'jsdom' : 'node',
  testTimeout: config.testTimeout,
  // They kill processes that run what was built, or measure: neither sees a change, or each sees every change.
  testPathIgnorePatterns: [
    ...project.testPathIgnorePatterns,
    '(crash|deployment|equal-answers|work-mails)\\.deep\\.spec',
  ],
  runner: join(import.meta.dirname, 'spec-runner.mjs'),
  setupFilesAfterEnv: [join(import.meta.dirname, 'first-run.mjs')],
  globalTeardown: undefined,
  ...(project.globalSetup && { globalSetup: join(import.meta.dirname, 'process-database.mjs') }),
  ...(specs && {
    testMatch: specs.split(',').map((folder) => `<rootDir>/${folder}{,/**/*.spec.ts,/**/*.spec.tsx}`),
  }),
};
