/**
 * An ESLint rule that rejects SQL as text, which no compiler checks against the schema. Statements use Prisma's models
 * or the query builder in `libs/db/src/typed-sql.ts` (decision 56).
 */
import type { Rule } from 'eslint';

const MESSAGE =
  'No compiler checks this SQL text. Use a model of Prisma, or typedSql of @foyer/db/typed-sql (decision 56).';
const RAW_METHOD = /^\$(query|execute)Raw(Unsafe)?$/;
const CONNECTION = /^(pool|client|connection)$/i;

export const noRawSql: Rule.RuleModule = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    MemberExpression(node) {
      const property = nameOf(node.property);
      const object = node.object.type === 'MemberExpression' ? node.object.property : node.object;
      const isText =
        RAW_METHOD.test(property) ||
        (nameOf(object) === 'Prisma' && /^(sql|raw|join|empty)$/.test(property)) ||
        (property === 'query' && CONNECTION.test(nameOf(object)));
      if (isText) context.report({ node, message: MESSAGE });
    },
    ImportDeclaration(node) {
      if (node.source.value === 'kysely') context.report({ node, message: MESSAGE });
    },
  }),
};

function nameOf(node: object): string {
  return 'name' in node && typeof node.name === 'string' ? node.name : '';
}

export const rawSqlHomes: Record<string, string> = {
  'libs/db/src/*.ts': 'the door itself',
  'libs/testing/src/*.ts': 'empties and cuts databases',
  'apps/api/src/database/retention.service.ts': 'one statement for any table, which retention.ts names',
  'apps/api/src/http/readiness.ts': 'asks what Prisma has migrated, and whether the database is read-only',
  'apps/api/src/observe/gauges.ts': 'the tables are the queue’s',
  'apps/api/src/observe/observe-pool.ts': 'observes what others ask',
};
