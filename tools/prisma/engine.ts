import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as EngineModule from '@prisma/schema-engine-wasm';
import { createMigrationAdapterFactory } from './migration-adapter.ts';
import { MIGRATIONS, readMigrations } from './read-migrations.ts';

/** The engine's module. `wasm-bindgen` adds `__wbg_set_wasm`, which connects the module with its WebAssembly. */
interface Bindings {
  SchemaEngine: typeof EngineModule.SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

const MIGRATION = 'migration.sql';
const LOCK_FILE = 'migration_lock.toml';
/** The engine requires a schema even for commands that need none. */
const NO_TABLES: [string, string] = ['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n'];

/** The message of the engine's Rust panic. The JavaScript error is only "unreachable". */
let panicMessage: string | undefined;

/** Opens Prisma's schema engine, compiled to WebAssembly, on a database through the `pg` driver. */
export async function openEngine(databaseUrl: string): Promise<EngineModule.SchemaEngine> {
  const factory = bindMigrationAwareSqlAdapterFactory(createMigrationAdapterFactory(databaseUrl));
  const EngineClass = await loadEngineClass();
  // Drops the engine's log of every step.
  return EngineClass.new({ datamodels: [NO_TABLES] }, () => {}, factory);
}

export function listMigrations() {
  const read = (...path: string[]) => readFileSync(join(MIGRATIONS, ...path), 'utf8');
  return {
    migrationsList: {
      baseDir: MIGRATIONS,
      lockfile: { path: LOCK_FILE, content: read(LOCK_FILE) },
      shadowDbInitScript: '',
      migrationDirectories: readMigrations().map(({ name }) => ({
        path: name,
        migrationFile: { path: MIGRATION, content: { tag: 'ok' as const, value: read(name, MIGRATION) } },
      })),
    },
    filters: { externalTables: [], externalEnums: [] },
  };
}

/**
 * Loads the WebAssembly without the package's entry file, which imports the `.wasm` as a module. Node prints a warning
 * for such an import.
 */
async function loadEngineClass(): Promise<typeof EngineModule.SchemaEngine> {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => (panicMessage = message) },
  });
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as Bindings;
  const wasmFile = new URL('schema_engine_bg.wasm', import.meta.resolve('@prisma/schema-engine-wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return bindings.SchemaEngine;
}

export function describeFailure(error: unknown): string {
  if (panicMessage !== undefined) return panicMessage;
  const { message = String(error) } = error as { message?: string };
  return message.split(/\n {3}0: /)[0]!.trim();
}
