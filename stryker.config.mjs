import jest from './jest.config.mjs';

/** What decides who gets in and who pays (decision 59). */
const folders = [
  'identity/login',
  'billing',
  'company/saml',
  'connected-apps/oauth',
  'identity/passwords',
].map((folder) => `apps/api/src/${folder}`);

// Many rules of these folders are guarded by specs that take long.
process.env.TEST_LANE ??= 'all';
process.env.LOG_LEVEL ??= 'silent';

// Stryker's workers read jest.config.mjs in their copy of the repository, which says where the root is.
const { rootDir: _, ...api } = jest.projects.find(({ displayName }) => displayName === 'api');

/** https://stryker-mutator.io/docs/stryker-js/configuration/ */
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
      // tools/mutation.ts has made the databases, which specs empty themselves.
      globalSetup: undefined,
      testEnvironment: './tools/jest/mutation-environment.mjs',
    },
  },
  // The test database belongs to one process.
  concurrency: 1,
  // Each mutant loads our modules again, and the old ones stay in memory.
  maxTestRunnerReuse: 100,
  timeoutMS: 60_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 45,
  tempDirName: '.data/mutation',
  cleanTempDir: 'always',
  ignorePatterns: ['.data', '.nx', 'apps/stories/results'],
  // A mutant that does not compile fails when it runs.
  disableTypeChecks: false,
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  htmlReporter: { fileName: '.data/mutation.html' },
  jsonReporter: { fileName: '.data/mutation-report.json' },
  clearTextReporter: { logTests: false, reportTests: false },
  warnings: { slow: false },
};
