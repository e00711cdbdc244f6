/**
 * Statements go through Prisma's models or the typed door, `libs/db/src/typed-sql.ts` (decision 56), as a rule of ESLint: text
 * that no compiler checks against the schema is refused elsewhere.
 */
import type { Rule } from 'eslint';

const MESSAGE =
  'No compiler checks this text: use a model of Prisma, or typedSql of @foyer/db/typed-sql (decision 56).';
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

/** Where text is right: the door, the queue's own, and lists of statements over any table. */
const atHome = [
  'libs/db/src/*.ts',
  'libs/mail/src/prepare-queues.ts',
  'libs/testing/src/*.ts',
  'apps/api/src/database/queue.module.ts',
  'apps/api/src/database/retention.service.ts',
  'apps/api/src/http/health.controller.ts',
  'apps/api/src/observe/gauges.ts',
  'apps/api/src/observe/observe-pool.ts',
];

/** Files that still have text of their own. None is added; one that has lost its text goes from here. */
export const stillRaw = [
  'apps/api/src/accounts/account-mail.service.ts',
  'apps/api/src/accounts/confirm-person.service.ts',
  'apps/api/src/accounts/identity-providers.service.ts',
  'apps/api/src/accounts/invitation-budgets.service.ts',
  'apps/api/src/accounts/invitation-mail.service.ts',
  'apps/api/src/accounts/lockout.service.ts',
  'apps/api/src/accounts/login-attempts.ts',
  'apps/api/src/accounts/pending-identities.service.ts',
  'apps/api/src/accounts/registrations.service.ts',
  'apps/api/src/audit/audit.service.ts',
  'apps/api/src/credentials/known-devices.service.ts',
  'apps/api/src/database/statements.ts',
  'apps/api/src/features/login/login.service.ts',
  'apps/api/src/features/oauth/clients.service.ts',
  'apps/api/src/features/oauth/consent-tickets.service.ts',
  'apps/api/src/features/oauth/fresh-logins.service.ts',
  'apps/api/src/features/oauth/tokens.service.ts',
  'apps/api/src/features/saml/assertion-consumer.service.ts',
  'apps/api/src/features/saml/follow-company.ts',
  'apps/api/src/features/saml/provisioning.service.ts',
  'apps/api/src/features/saml/saml-requests.service.ts',
  'apps/api/src/features/saml/self-test.service.ts',
  'apps/api/src/features/saml/sign-in.service.ts',
  'apps/api/src/http/app-origins.service.ts',
  'apps/api/src/http/rate-limiter.ts',
  'apps/api/src/session/session.service.ts',
];

export const rawSqlHomes = [...atHome, ...stillRaw];
