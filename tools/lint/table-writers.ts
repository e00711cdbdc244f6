/**
 * Finds the tables that several folders of apps/api/src write. One domain should write each table (docs/architecture.md
 * 6). Reads Kysely statements and Prisma calls with nested writes. Leaves out specs and their helpers.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { modelOf } from '@foyer/db/tables';
import { ROOT } from '../paths.ts';
import { sourcesBelow } from './imports.ts';
import { layersOfApi } from './layers.ts';

/**
 * The tables with several writers, and why. In addition, `libs/db/src/erase-person.ts` deletes a person in all tables,
 * for the nightly job and for operators. `database/retention.ts` deletes expired rows.
 */
export const tablesWithSeveralWriters: Record<string, { writers: string[]; why: string }> = {
  addressChanges: {
    writers: ['account', 'company'],
    why: 'An owner’s decision frees an address in its own transaction, and account stands above company.',
  },
  oauthGrants: {
    writers: ['connected-apps', 'identity'],
    why: 'Sessions and grants end together, in one place (invariant 9 of docs/security.md), which all domains call.',
  },
};

/**
 * The tables that functions and triggers of the database write, by file of prisma/sql. They belong to no folder,
 * because they run in the transaction that calls or triggers them.
 */
export const writtenBySql: Record<string, string[]> = {
  'audit.sql': ['audit_events', 'pgboss.job'],
  'company.sql': [
    'address_changes',
    'ended_access',
    'factor_recoveries',
    'former_identities',
    'known_devices',
    'oauth_grants',
    'passkeys',
    'pending_identities',
    'recovery_codes',
    'second_factors',
    'sessions',
    'sso_identities',
  ],
  'connected-apps.sql': ['oauth_grants'],
  'database.sql': [],
  'identity.sql': [
    'erasures',
    'factor_recoveries',
    'former_addresses',
    'known_devices',
    'oauth_grants',
    'one_time_links',
    'owner_offers',
    'pending_logins',
    'second_factor_lockouts',
    'sessions',
    'users',
  ],
  'mails.sql': [],
  'teams.sql': [],
};

const tableOf = new Map(
  Object.entries(modelOf).map(([table, model]) => [model[0]!.toLowerCase() + model.slice(1), table]),
);
const schema = readFileSync(join(ROOT, 'prisma/schema.prisma'), 'utf8');
const relations = new Map<string, Set<string>>();
for (const [, field = '', model = ''] of schema.matchAll(/^ {2}(\w+) +([A-Z]\w+)(?:\[\]|\?)?(?: |$)/gm)) {
  const table = tableOf.get(model[0]!.toLowerCase() + model.slice(1));
  if (table) relations.set(field, (relations.get(field) ?? new Set()).add(table));
}

const STATEMENT = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^)]*?)\s*,?\s*\)/g;
const CALL = /\.(\w+)\s*\.(?:create|update|delete)(?:Many)?(?:AndReturn)?\(|\.(\w+)\s*\.upsert\(/g;
const NESTED =
  /\b(\w+): \{\s*(?:create|createMany|connect|connectOrCreate|disconnect|set|update|updateMany|upsert|delete|deleteMany): /g;

/** Throws for a Kysely statement without a recognizable table. */
export function tablesWrittenIn(source: string): Set<string> {
  const tables = new Set<string>();
  for (const [statement, argument = ''] of source.matchAll(STATEMENT))
    for (const table of namesIn(argument, source)) {
      if (!(table in modelOf)) throw new Error(`The table of this statement is not recognized: ${statement}`);
      tables.add(table);
    }
  for (const [, model, upserted] of source.matchAll(CALL)) {
    const table = tableOf.get(model ?? upserted ?? '');
    if (table) tables.add(table);
  }
  for (const [, field = ''] of source.matchAll(NESTED))
    for (const table of relations.get(field) ?? []) tables.add(table);
  return tables;
}

/**
 * Returns the names of tables: `users` for `'users as u'`, the literals in `TABLES` for `TABLES[kind]`, and otherwise
 * the argument itself.
 */
function namesIn(argument: string, source: string): string[] {
  const [, literal] = /^'(\w+)(?: as \w+)?'$/.exec(argument) ?? [];
  if (literal) return [literal];
  const [, name] = /^(\w+)\[\w+\]$/.exec(argument) ?? [];
  const [, listed] = new RegExp(`const ${name} = \\{([^}]*)\\}`).exec(source) ?? [];
  return listed === undefined ? [argument] : [...listed.matchAll(/'(\w+)'/g)].map(([, table]) => table!);
}

function readWriters(): Map<string, string[]> {
  const writers = new Map<string, string[]>();
  for (const file of sourcesBelow(layersOfApi.root)) {
    const path = relative(layersOfApi.root, file);
    if (/^test-support\/|(^|\/)test-[^/]*$|\.spec\.ts$/.test(path)) continue;
    const folder = path.split('/')[0]!;
    for (const table of tablesWrittenIn(readFileSync(join(ROOT, file), 'utf8')))
      writers.set(table, [...new Set([...(writers.get(table) ?? []), folder])].toSorted());
  }
  return writers;
}

export const findShared = (): Record<string, string[]> =>
  Object.fromEntries([...readWriters()].filter(([, folders]) => folders.length > 1).toSorted());

export const tablesInSql = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(/\b(?:INSERT INTO|DELETE FROM|UPDATE) ([a-z_.]+)(?! ON\b)/g)].map(
        ([, table]) => table!,
      ),
    ),
  ].toSorted();
