import type { KnipConfig } from 'knip';

export default {
  include: ['files', 'exports', 'types', 'duplicates', 'enumMembers', 'namespaceMembers', 'cycles'],
  // tools/lint/dependencies.spec.ts checks the packages more closely.
  exclude: ['dependencies', 'unlisted', 'binaries', 'unresolved'],
  treatConfigHintsAsErrors: true,
  workspaces: {
    '.': { entry: ['stryker.config.mjs', 'prisma/seed.ts'] },
    // The hashing threads load password-strength.ts by name at run time.
    'apps/api': { entry: ['src/main.ts', 'src/identity/passwords/password-strength.ts'] },
    'apps/web': {
      entry: [
        'src/prerender.tsx',
        'src/before-scripts.ts',
        'src/login-reason-script.ts',
        'src/words/*.built.ts',
      ],
    },
    // No code imports make-mails.ts: it is run by hand (tools/README.md).
    'apps/mail-worker': { entry: ['src/{main,make-mails}.ts'] },
    'apps/operate': {
      entry: ['src/{main,operate}.ts', 'src/saml/{import-idp,new-key}.ts'],
      includeEntryExports: true,
    },
    // Every file is an entry, because other projects import it by name. Each of its exports must be imported somewhere.
    'libs/*': { includeEntryExports: true },
    tools: {
      // Commands, and files that other programs load by path.
      entry: ['*.ts', 'jest/mutation-environment.mjs'],
      includeEntryExports: true,
    },
    // Node loads skewed-clock.mjs by its path.
    testbed: { entry: ['faults/skewed-clock.mjs'], includeEntryExports: true },
    'testbed/card-provider-stand-in': { includeEntryExports: true },
  },
  ignoreIssues: {
    // Stryker's Jest runner uses the default export.
    'tools/jest/mutation-environment.mjs': ['exports'],
  },
} satisfies KnipConfig;
