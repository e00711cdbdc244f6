import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { provide } from './jest-globals.mjs';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;
/**
 * The key of Jest's listeners for test events. They are removed before each file, so that no listener of an earlier
 * file is called.
 */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
const AS_ES_MODULE = { isInternalModule: false, supportsStaticESM: true, supportsDynamicImport: true };

/** Functions that end shared resources, such as replicas. Without workers, database-teardown.mjs calls them. */
globalThis.atEndOfWorker = [];
require(join(dirname(require.resolve('jest-runner')), 'testWorker.js')).teardown = () =>
  Promise.all(globalThis.atEndOfWorker.map((end) => end()));

let transformer;
/** The web application's modules. Each spec file loads them again, because their state must end with the file. */
const LOADED_PER_FILE = /\/apps\/web\/src\/.*\.tsx?$/;
/** The files to reload for each mutant of Stryker, because a mutant may be in code that runs while a module loads. */
const MUTATED = /\/apps\/api\/src\/.*\.ts$/;
let fileCount = 0;
const sourceMaps = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    const resolved = next(specifier, context);
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant && MUTATED.test(resolved.url)) return { ...resolved, url: `${resolved.url}?mutant=${mutant}` };
    return LOADED_PER_FILE.test(resolved.url)
      ? { ...resolved, url: `${resolved.url}?${fileCount}` }
      : resolved;
  },
  load(url, context, next) {
    if (!/\.(tsx?|css)(\?|$)/.test(url) || url.includes('/node_modules/')) return next(url, context);
    const { code, sourceMapPath } = transformer.transform(fileURLToPath(url), AS_ES_MODULE);
    if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
    return { format: 'module', source: code, shortCircuit: true };
  },
});

/**
 * Runs spec files with Node's own module loader. Packages and sources, except those of the web application, are loaded
 * once per worker and not once per file. Modules cannot be mocked.
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

  /** Reloads the part of Jest that runs a file and contains the state of that file. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[EVENT_HANDLERS];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    provide({ ...globals, jest: this.#jest });
    // Testing Library reads this variable to check whether timers are faked.
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
