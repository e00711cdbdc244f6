/**
 * Finds statements in migrations that block a running portal, with the linter squawk and `OUR_RULES`. A line above a
 * statement allows it: `-- squawk-ignore <rule>`, or `-- may lock: <why>` for `OUR_RULES`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { CommandError } from '../command-error.ts';

/**
 * Disabled rules of squawk. Most are not about locks. The rules about timeouts are not needed, because the adapter sets
 * the lock timeout (`runScript`).
 */
const NOT_ABOUT_LOCKS = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-enum-value-ordering',
];

const OUR_RULES: { rule: string; pattern: RegExp; message: string }[] = [
  {
    rule: 'whole-table',
    pattern: /^\s*(?:LOCK|CLUSTER|VACUUM|TRUNCATE|REFRESH\s+MATERIALIZED\s+VIEW(?!\s+CONCURRENTLY))\b/i,
    message: 'No one else can read or write the table meanwhile.',
  },
  {
    rule: 'many-rows',
    pattern: /^\s*(?:UPDATE|DELETE)\b/i,
    message: 'Every row it changes stays locked until the end: change them in batches, after the release.',
  },
];

export function findLocks(sql: string) {
  return [...askSquawk(sql), ...askOurselves(sql)];
}

/** npm may have skipped squawk's program for this machine. */
export function isSquawkInstalled(): boolean {
  try {
    return runSquawk(['--version'], '').status === 0;
  } catch {
    return false;
  }
}

function askSquawk(sql: string) {
  // A statement with CONCURRENTLY is alone in its migration, because Postgres rejects it in a transaction.
  const inTransaction = /\bCONCURRENTLY\b/i.test(sql) ? [] : ['--assume-in-transaction'];
  const { stdout, stderr } = runSquawk(
    [...inTransaction, '--pg-version=15', '--reporter=json', `--exclude=${NOT_ABOUT_LOCKS.join()}`],
    sql,
  );
  if (!stdout.trim()) throw new CommandError(`squawk printed no valid report: ${stderr}`);
  const found = JSON.parse(stdout) as { rule_name: string; line: number; message: string }[];
  return found.map(({ rule_name, line, message }) => ({ rule: rule_name, line: line + 1, message }));
}

/** Runs squawk's native program. The package's command would start Node for each migration. */
function runSquawk(args: string[], input: string) {
  const { getBinaryPath } = createRequire(import.meta.url)('squawk-cli/js/index.js') as {
    getBinaryPath(): string;
  };
  return spawnSync(getBinaryPath(), args, { input, encoding: 'utf8' });
}

function askOurselves(sql: string) {
  const lines = withoutBodies(sql).split('\n');
  return lines.flatMap((line, index) =>
    OUR_RULES.filter(({ pattern }) => pattern.test(line))
      .filter(() => !/^\s*-- may lock: \S/.test(lines[index - 1] ?? ''))
      .map(({ rule, message }) => ({ rule, line: index + 1, message })),
  );
}

/** Removes the bodies of functions, which do not run in the migration. Lines keep their numbers. */
function withoutBodies(sql: string): string {
  return sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => body.replaceAll(/[^\n]/g, ''));
}
