import nx from '@nx/eslint-plugin';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { boundaries, boundariesOfSpecs } from './tools/lint/boundaries.mjs';
import {
  filesWithoutExpress,
  importsPointBack,
  layersOfApi,
  layersOfWeb,
  noExpress,
} from './tools/lint/layers.ts';
import { namedQueries, typedSqlOutsideQueries } from './tools/lint/named-queries.ts';
import { makeProjectGraph } from './tools/lint/project-graph.mjs';
import { noRawSql, rawSqlHomes } from './tools/lint/raw-sql.ts';
import { restrictedSyntax, restrictedSyntaxHomes } from './tools/lint/restricted-syntax.ts';

const SPECS = ['**/*.spec.ts', '**/*.spec.tsx', '**/test-*.ts', '**/test-*.tsx', 'apps/stories/**'];

await makeProjectGraph();

/** The rules of React's compiler run only in `npm run test:deep`, because they compile every component. */
const reactRules =
  process.env.TEST_LANE === 'deep'
    ? [reactHooks.configs.flat.recommended]
    : [
        {
          plugins: { 'react-hooks': reactHooks },
          rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
        },
      ];

// Type-aware rules are in .oxlintrc.json, because oxlint checks them faster (decision 59).
export default tseslint.config(
  {
    ignores: ['**/dist', '**/node_modules', '.data', '.nx', 'libs/db/src/generated', 'apps/stories/results'],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries],
      // The compiler reports unused names.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'typeLike', format: ['PascalCase'] },
        { selector: 'interface', format: ['PascalCase'], custom: { regex: '^I[A-Z]', match: false } },
        { selector: ['function', 'classMethod'], format: ['camelCase', 'PascalCase'] },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: ['error', 'smart'],
    },
  },
  {
    // The tools that load these files require a default export.
    files: [
      '*.config.ts',
      '**/vite.config.ts',
      '**/playwright.config.ts',
      'apps/stories/src/start-portal.ts',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [...reactRules, jsxA11y.flatConfigs.recommended],
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    plugins: { foyer: { rules: { 'imports-point-back': importsPointBack } } },
    rules: { 'foyer/imports-point-back': ['error', layersOfWeb] },
  },
  {
    // Specs may import any folder of the API.
    files: ['apps/api/src/**/*.ts'],
    ignores: SPECS,
    plugins: { foyer: { rules: { 'imports-point-back': importsPointBack } } },
    rules: { 'foyer/imports-point-back': ['error', layersOfApi] },
  },
  {
    ...filesWithoutExpress,
    rules: { 'no-restricted-imports': ['error', noExpress] },
  },
  {
    files: ['apps/api/src/**/*.ts', 'apps/mail-worker/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: [...SPECS, ...Object.keys(rawSqlHomes)],
    plugins: { 'foyer-sql': { rules: { 'no-raw-sql': noRawSql } } },
    rules: { 'foyer-sql/no-raw-sql': 'error' },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: [...SPECS, ...namedQueries],
    plugins: { 'foyer-queries': { rules: { 'named-queries': typedSqlOutsideQueries } } },
    rules: { 'foyer-queries/named-queries': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...SPECS, ...restrictedSyntaxHomes],
    rules: { 'no-restricted-syntax': restrictedSyntax },
  },
  {
    files: SPECS,
    rules: { '@nx/enforce-module-boundaries': ['error', boundariesOfSpecs] },
  },
);
