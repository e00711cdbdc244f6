import { availableParallelism } from 'node:os';
import { join } from 'node:path';

// Node caches the compiled code of threads and programs that specs start, so that they load faster.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node');

/** Compiles TypeScript with swc to native ES modules. Only the API uses decorators. */
const throughSwc = [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
      target: 'es2024',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  },
];

/**
 * Slow specs have `.deep` in their name. They run in `npm run test:deep`, or in `npm test` if it is called with a path.
 */
const lane = process.env.TEST_LANE ?? 'usual';

const project = (displayName, folders, rest) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: folders.map((folder) => `<rootDir>/${folder}`),
  testMatch: lane === 'deep' ? ['**/*.deep.spec.{ts,tsx}'] : ['**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(lane === 'usual' ? ['\\.deep\\.spec\\.'] : [])],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': throughSwc, '\\.css$': '<rootDir>/tools/jest/css-modules.mjs' },
  ...rest,
});

/** All files of a worker share one realm and, except those of apps/web, the loaded modules (decision 59). */
const shared = {
  testEnvironment: '<rootDir>/tools/jest/shared-environment.mjs',
  runtime: '<rootDir>/tools/jest/shared-runtime.mjs',
};

const withDatabase = {
  ...shared,
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/tools/jest/database-setup.mjs',
  globalTeardown: '<rootDir>/tools/jest/database-teardown.mjs',
};

export default {
  // Long, because the machine may be busy. It is set here, because Jest ignores it in the settings of a project.
  testTimeout: 300_000,
  // On two cores, Jest would by default run all files in one process and keep all their modules in memory.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  workerIdleMemoryLimit: '2GB',
  // A worker closes shared resources when it ends. Jest's default limit for that is half a second.
  workerGracefulExitTimeout: 2_000,
  projects: [
    project('libs', ['libs/catalog', 'libs/contracts', 'libs/mail'], shared),
    project('tools', ['tools', 'testbed', 'apps/operate'], withDatabase),
    project('api', ['apps/api/src'], withDatabase),
    project('mail-worker', ['apps/mail-worker', 'libs/db', 'libs/testing'], withDatabase),
    project('web', ['apps/web/src'], {
      ...shared,
      testEnvironment: '<rootDir>/tools/jest/browser-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/apps/web/src/test-setup.ts'],
    }),
  ],
};
