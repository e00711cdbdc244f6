import jest from './jest.config.mjs';

/** The code that decides about access and payment (decision 59). */
const folders = [
  'identity/login',
  'billing',
  'company/saml',
  'connected-apps/oauth',
  'identity/passwords',
].map((folder) => `apps/api/src/${folder}`);

// Includes the deep specs, which cover many rules of these folders.
process.env.TEST_LANE ??= 'all';
process.env.LOG_LEVEL ??= 'silent';

// Without `rootDir`, because each Stryker worker has its own copy of the repository.
const { rootDir: _, ...api } = jest.projects.find(({ displayName }) => displayName === 'api');

export default {
  mutate: folders.flatMap((folder) => [`${folder}/**/*.ts`, `!${folder}/**/{*.spec,make-*}.ts`]),
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    enableFindRelatedTests: false,
    config: {
      ...api,
      projects: [],
      roots: folders.map((folder) => `<rootDir>/${folder}`),
      testPathIgnorePatterns: ['/node_modules/', '/dist/'],
      // No global setup, because tools/mutation.ts creates the databases. Specs empty them.
      globalSetup: undefined,
      testEnvironment: './tools/jest/mutation-environment.mjs',
    },
  },
  // Only one process can use the test database.
  concurrency: 1,
  // Each mutant loads the API's modules again, and the old copies stay in memory.
  maxTestRunnerReuse: 100,
  timeoutMS: 60_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 45,
  tempDirName: '.data/mutation',
  cleanTempDir: 'always',
  ignorePatterns: ['.data', '.nx', 'apps/stories/results'],
  // Disabling is not needed, because the specs run without type checks.
  disableTypeChecks: false,
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  htmlReporter: { fileName: '.data/mutation.html' },
  jsonReporter: { fileName: '.data/mutation-report.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  warnings: { slow: false },
};
