/** Shared by every project: TypeScript through swc, native ES modules. */
const typescript = (parser) => ({
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', ...parser },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        target: 'es2024',
      },
      module: { type: 'es6' },
    },
  ],
});

const node = (displayName, rootDir) => ({
  displayName,
  rootDir,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: typescript({ decorators: true }),
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
});

export default {
  projects: [
    node('catalog', '<rootDir>/libs/catalog'),
    node('contracts', '<rootDir>/libs/contracts'),
    node('mail', '<rootDir>/libs/mail'),
    { ...node('api', '<rootDir>/apps/api'), setupFiles: ['reflect-metadata'] },
    node('mail-worker', '<rootDir>/apps/mail-worker'),
  ],
};
