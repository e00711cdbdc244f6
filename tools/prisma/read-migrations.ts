import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

export const MIGRATIONS = join(ROOT, 'prisma', 'migrations');
const QUEUES = join(ROOT, 'libs', 'mail', 'src');

export interface Migration {
  name: string;
  checksum: string;
}

export function readMigrations(): Migration[] {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(MIGRATIONS, entry.name, 'migration.sql')))
    .map(({ name }) => ({ name, checksum: hash(readFileSync(join(MIGRATIONS, name, 'migration.sql'))) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

export function fingerprintMigrations(): string {
  const pgBoss = readFileSync(join(ROOT, 'node_modules', 'pg-boss', 'package.json'));
  const queues = ['queues.ts', 'prepare-queues.ts'].map((file) => readFileSync(join(QUEUES, file)));
  return hash(JSON.stringify([readMigrations(), hash(pgBoss), ...queues.map(hash)]));
}

function hash(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
