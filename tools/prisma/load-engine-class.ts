import { readFile } from 'node:fs/promises';
import type * as EngineModule from '@prisma/schema-engine-wasm';

/** What `wasm-bindgen` puts in the module beside the published class, to connect it with its WebAssembly. */
interface Bindings {
  SchemaEngine: typeof EngineModule.SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** Where the engine leaves the message of a Rust panic, which reaches JavaScript only as "unreachable". */
let panicMessage: string | undefined;

/**
 * Prisma's schema engine, compiled to WebAssembly. Connected by hand, because the package's own entry file imports
 * the `.wasm` as a module, which Node warns about on every start.
 */
export async function loadEngineClass(): Promise<typeof EngineModule.SchemaEngine> {
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

/** The message of the panic that just happened, if there was one; asking clears it. */
export function takePanicMessage(): string | undefined {
  const message = panicMessage;
  panicMessage = undefined;
  return message;
}
