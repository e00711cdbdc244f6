import { readFile } from 'node:fs/promises';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type * as EngineModule from '@prisma/schema-engine-wasm';
import { createMigrationAdapterFactory } from './migration-adapter.ts';

/** What `wasm-bindgen` puts in the module beside the published class, to connect it with its WebAssembly. */
interface Bindings {
  SchemaEngine: typeof EngineModule.SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

export interface Failure {
  message: string;
  /** Prisma's own number for the kind of failure; the CLI decides by it whether to create a missing database. */
  code?: string;
  isPanic: boolean;
}

/** The engine insists on a schema even for commands that need none. */
const NO_TABLES: [string, string] = ['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n'];

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ECONNRESET'];
/** Prisma's numbers for Postgres' codes: a database that is not there, a wrong password, an account that is not let in. */
const KNOWN: Record<string, string> = { '3D000': 'P1003', '28P01': 'P1000', '28000': 'P1000' };

/** Where the engine leaves the message of a Rust panic, which reaches JavaScript only as "unreachable". */
let panicMessage: string | undefined;

/** Prisma's schema engine, compiled to WebAssembly, on this database through the `pg` driver. */
export async function openEngine(
  databaseUrl: string,
  schemas: [path: string, text: string][] = [],
): Promise<EngineModule.SchemaEngine> {
  const factory = bindMigrationAwareSqlAdapterFactory(createMigrationAdapterFactory(databaseUrl));
  const EngineClass = await loadEngineClass();
  // It tells every step; nobody would show any of it.
  return EngineClass.new({ datamodels: schemas.length > 0 ? schemas : [NO_TABLES] }, () => {}, factory);
}

/**
 * Connected by hand, because the package's own entry file imports the `.wasm` as a module, which Node warns about on
 * every start.
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

/** Puts an error of the driver or of the engine into the words the CLI shows. */
export function describeFailure(error: unknown, databaseUrl: string): Failure {
  const panic = panicMessage;
  panicMessage = undefined;
  if (panic !== undefined) return { message: panic, isPanic: true };
  const { message, code = '' } = error as { message?: string; code?: string };
  if (UNREACHABLE.includes(code)) {
    const host = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'the configured address';
    return { message: `Can't reach the database server at ${host}`, code: 'P1001', isPanic: false };
  }
  // The engine appends where in its Rust code it was; that helps nobody here.
  const text = (message ?? String(error)).split(/\n {3}0: /)[0]!.trim();
  const known = KNOWN[code];
  return { message: text, isPanic: false, ...(known && { code: known }) };
}
