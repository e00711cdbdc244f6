import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { findLocks, isSquawkInstalled } from './migration-locks.ts';
import { readMigrations } from './read-migrations.ts';

/** The first migration. It may lock tables, because it runs on an empty database. */
const BASELINE = '20261125000000_baseline';

const isThere = isSquawkInstalled();
if (!isThere) console.warn('squawk has no program for this machine: migrations are not read for locks here.');
const onlyWithSquawk = isThere ? it : it.skip;

const rulesOf = (sql: string) => findLocks(sql).map(({ rule }) => rule);

describe('a migration', () => {
  onlyWithSquawk('after the first release blocks no calls', () => {
    const found = readMigrations()
      .filter(({ name }) => name !== BASELINE)
      .flatMap(({ name }) =>
        findLocks(readFileSync(join(ROOT, 'prisma', 'migrations', name, 'migration.sql'), 'utf8')).map(
          ({ rule, line, message }) => `${name}:${line} ${rule}: ${message}`,
        ),
      );
    expect(found).toEqual([]);
  });

  onlyWithSquawk.each([
    ['CREATE INDEX a ON users (b);', 'require-concurrent-index-creation'],
    ['DROP INDEX a;', 'require-concurrent-index-deletion'],
    ['REINDEX TABLE users;', 'require-concurrent-reindex'],
    ['ALTER TABLE users ADD CONSTRAINT a CHECK (b > 0);', 'constraint-missing-not-valid'],
    [
      'ALTER TABLE users ADD CONSTRAINT a CHECK (b > 0) NOT VALID;\nALTER TABLE users VALIDATE CONSTRAINT a;',
      'constraint-missing-not-valid',
    ],
    [
      'ALTER TABLE a ADD CONSTRAINT k FOREIGN KEY (b) REFERENCES users (id);',
      'adding-foreign-key-constraint',
    ],
    ['ALTER TABLE users ADD CONSTRAINT k UNIQUE (b);', 'disallowed-unique-constraint'],
    ['ALTER TABLE users ADD PRIMARY KEY (b);', 'adding-serial-primary-key-field'],
    ['ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid();', 'adding-field-with-default'],
    ['ALTER TABLE users ADD COLUMN a text NOT NULL;', 'adding-required-field'],
    ['ALTER TABLE users ALTER COLUMN a SET NOT NULL;', 'adding-not-nullable-field'],
    ['ALTER TABLE users ALTER COLUMN a TYPE bigint;', 'changing-column-type'],
    ['ALTER TABLE users RENAME COLUMN a TO b;', 'renaming-column'],
    ['ALTER TABLE users RENAME TO people;', 'renaming-table'],
    ['ALTER TABLE users DROP COLUMN a;', 'ban-drop-column'],
    ['DROP TABLE users;', 'ban-drop-table'],
    ['ALTER TABLE a DETACH PARTITION b;', 'require-concurrent-partition-detach'],
    ['BEGIN;\nSELECT 1;\nCOMMIT;', 'transaction-nesting'],
    ['LOCK TABLE users;', 'whole-table'],
    ['VACUUM FULL users;', 'whole-table'],
    ['CLUSTER users USING a;', 'whole-table'],
    ['TRUNCATE users;', 'whole-table'],
    ['UPDATE users SET a = 1;', 'many-rows'],
    ['DELETE FROM users;', 'many-rows'],
  ])('is reported if it contains: %s', (sql, rule) => {
    expect(rulesOf(sql)).toContain(rule);
  });

  onlyWithSquawk.each([
    ['CREATE INDEX CONCURRENTLY a ON users (b);'],
    ["ALTER TABLE users ADD COLUMN a text NOT NULL DEFAULT '';"],
    ['ALTER TABLE users ADD CONSTRAINT a CHECK (b > 0) NOT VALID;'],
    ['ALTER TABLE users VALIDATE CONSTRAINT a;'],
    ['CREATE TABLE a (b text); CREATE INDEX c ON a (b); ALTER TABLE a ADD CONSTRAINT d CHECK (b <> $$$$);'],
    ['CREATE FUNCTION a() RETURNS void LANGUAGE sql AS $$\n  UPDATE users SET a = 1\n$$;'],
    ['-- squawk-ignore ban-drop-column\nALTER TABLE users DROP COLUMN a;'],
    ['-- may lock: a handful of rows\nUPDATE users SET a = 1;'],
  ])('may contain: %s', (sql) => {
    expect(rulesOf(sql)).toEqual([]);
  });
});
