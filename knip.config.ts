import type { KnipConfig } from 'knip';

/** What is written and used by nobody, and files that import each other in a circle (`npm test -- --only unused`). */
export default {
  include: ['files', 'exports', 'types', 'duplicates', 'enumMembers', 'namespaceMembers', 'cycles'],
  // tools/lint/dependencies.spec.ts knows more of the packages that each project needs.
  exclude: ['dependencies', 'unlisted', 'binaries', 'unresolved'],
  treatConfigHintsAsErrors: true,
  workspaces: {
    '.': { entry: ['stryker.config.mjs', 'prisma/seed.ts'] },
    // Found by name while it runs: by the threads that hash, by the build of the pages.
    'apps/api': { entry: ['src/main.ts', 'src/identity/passwords/password-strength.ts'] },
    'apps/web': { entry: ['src/prerender.tsx', 'src/*before-scripts.ts', 'src/words/*.built.ts'] },
    // What tools/README.md names.
    'apps/mail-worker': { entry: ['src/{main,make-mails}.ts'] },
    // Each file behind a command; some are found while they run.
    'apps/operate': {
      entry: ['src/{main,operate}.ts', 'src/saml/{import-idp,new-key}.ts'],
      includeEntryExports: true,
    },
    // Every file may be imported by its name, so every export needs somebody who does.
    'libs/*': { includeEntryExports: true },
    tools: {
      // Commands, and what other programs find by a path.
      entry: ['*.ts', 'jest/mutation-environment.mjs'],
      includeEntryExports: true,
    },
    // The clock is loaded by its path.
    testbed: { entry: ['faults/skewed-clock.mjs'], includeEntryExports: true },
    'testbed/card-provider-stand-in': { includeEntryExports: true },
  },
  ignoreIssues: {
    // Stryker's jest runner takes the default export.
    'tools/jest/mutation-environment.mjs': ['exports'],
  },
} satisfies KnipConfig;
