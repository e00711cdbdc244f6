import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { provide } from './jest-globals.mjs';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;
/** By it Jest notes who hears about each test; the files before are not to. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const AS_ES_MODULE = { isInternalModule: false, supportsStaticESM: true, supportsDynamicImport: true };

/** What files share, such as replicas, ends by these: here in a worker, in database-teardown.mjs where there is none. */
globalThis.atEndOfWorker = [];
/** Jest calls it in a worker after the last file. */
require(join(dirname(require.resolve('jest-runner')), 'testWorker.js')).teardown = () =>
  Promise.all(globalThis.atEndOfWorker.map((end) => end()));

/** Jest's, which keeps what it made on disk. */
let transformer;
/** A page loads its scripts anew, and they know that: what they keep ends with it. */
const LOADED_ANEW = /\/apps\/web\/src\/.*\.tsx?$/;
/** Stryker runs the same files for each mutant, which may be in code that runs while a module is loaded. */
const MUTATED = /\/apps\/api\/src\/.*\.ts$/;
let fileCount = 0;
/** Where the map of each transformed file is. */
const sourceMaps = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    const resolved = next(specifier, context);
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant && MUTATED.test(resolved.url)) return { ...resolved, url: `${resolved.url}?mutant=${mutant}` };
    return LOADED_ANEW.test(resolved.url) ? { ...resolved, url: `${resolved.url}?${fileCount}` } : resolved;
  },
  load(url, context, next) {
    if (!/\.(tsx?|css)(\?|$)/.test(url) || url.includes('/node_modules/')) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), AS_ES_MODULE);
    if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/**
 * Runs spec files with Node's own modules instead of Jest's, which loads everything once per file: packages and our
 * sources stay loaded from one file to the next of a worker. There is no mocking of modules.
 */
export default class SharedRuntime {
  #jest;

  constructor(_config, { moduleMocker, fakeTimersModern }, _resolver, jestTransformer) {
    transformer = jestTransformer;
    fileCount++;
    this.#jest = {
      fn: (implementation) => moduleMocker.fn(implementation),
      spyOn: (...place) => moduleMocker.spyOn(...place),
      restoreAllMocks: () => moduleMocker.restoreAllMocks(),
      useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
      useRealTimers: () => fakeTimersModern.useRealTimers(),
      advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
    };
  }

  /** The part of Jest that runs one file, which keeps what it knows of it in itself. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[EVENT_HANDLERS];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    provide({ ...globals, jest: this.#jest });
    // Testing Library asks it whether time stands still.
    globalThis.jest = this.#jest;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }

  requireModule(path) {
    return require(path);
  }

  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}
