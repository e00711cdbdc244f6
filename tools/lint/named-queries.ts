/**
 * Statements of Kysely stand in `*.queries.ts`, each a function with a name (docs/architecture.md 6), as a rule of ESLint. A
 * service has calls of Prisma and of these functions.
 */
import type { Rule } from 'eslint';
import { layersOfApi } from './layers.ts';

const { root } = layersOfApi;

export const typedSqlOutsideQueries: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    ImportDeclaration(node) {
      if (/^(@foyer\/db\/(typed-sql|prepare|insert-selected)|kysely)$/.test(String(node.source.value)))
        context.report({ node, message: 'Put the statement into *.queries.ts (docs/architecture.md 6).' });
    },
  }),
};

export const namedQueries = [`${root}/**/*.queries.ts`];
