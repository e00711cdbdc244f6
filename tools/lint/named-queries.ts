/**
 * An ESLint rule that lets only `*.queries.ts` import Kysely and the query builder. The functions in these files name
 * each statement (docs/architecture.md 6).
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
