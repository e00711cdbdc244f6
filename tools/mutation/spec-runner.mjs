import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import TestRunner from 'jest-runner';

/** Set by Stryker while a mutant is tried, not while it finds out which tests reach which mutants. */
const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';
/** What Stryker writes into the code at the place of a mutant. */
const MUTANT_PLACE = /stryMutAct_\w+\("(\d+)"\)/g;
const FIRST_RUN_TEST_TIMEOUT_MS = 300_000;

/**
 * Runs a mutant's spec files as few and as short as can be. Stryker names the tests that reach it, but Jest would load
 * every file, and with it the whole application, to look for those names; and it knows no bail here. So which file holds
 * which tests is noted in the first run, and the first failure is enough. Specs beside the mutated file are all run,
 * those elsewhere as far as the patience goes. So "survived" may say too much, "killed" does not.
 */
export default class SpecRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const mutant = process.env[ACTIVE_MUTANT];
    if (mutant === undefined) return this.#runAndNote(tests, watcher, options);
    let hasFailed = false;
    this.on('test-file-success', ([, { numFailingTests, testExecError }]) => {
      hasFailed ||= numFailingTests > 0 || testExecError != null;
    });
    this.on('test-file-failure', () => {
      hasFailed = true;
    });
    for (const test of this.#choose(tests, mutant)) {
      await super.runTests([test], watcher, options);
      if (hasFailed) return;
    }
  }

  async #runAndNote(tests, watcher, options) {
    const specs = {};
    this.on('test-file-success', ([test, { testResults, perfStats }]) => {
      const names = testResults.map(({ fullName }) => fullName);
      specs[relativePathOf(test)] = { names, milliseconds: perfStats.runtime };
    });
    // One test that a busy machine made late would end everything.
    this._globalConfig = { ...this._globalConfig, testTimeout: FIRST_RUN_TEST_TIMEOUT_MS };
    await super.runTests(tests, watcher, options);
    const folders = process.env['MUTATION_FOLDERS'].split(',');
    writeFileSync(process.env['MUTATION_NOTES'], JSON.stringify({ specs, files: findMutants(folders) }));
  }

  /** A mutant that runs while files are loaded has no tests of its own: all of them reach it. */
  #choose(tests, mutant) {
    const { specs, files } = JSON.parse(readFileSync(process.env['MUTATION_NOTES'], 'utf8'));
    const pattern = new RegExp(this._globalConfig.testNamePattern ?? '', 'i');
    let patienceMs = Number(process.env['MUTATION_PATIENCE_MS']);
    return (
      tests
        .filter((test) => specs[relativePathOf(test)]?.names.some((name) => pattern.test(name)))
        .map((test) => ({
          test,
          isBeside: isBeside(relativePathOf(test), files[mutant] ?? ''),
          milliseconds: specs[relativePathOf(test)].milliseconds,
        }))
        .sort((one, other) => other.isBeside - one.isBeside || one.milliseconds - other.milliseconds)
        // The first one always: on a busy machine it may take all the patience there is.
        .filter(({ isBeside, milliseconds }, at) => (patienceMs -= milliseconds) > 0 || isBeside || at === 0)
        .map(({ test }) => test)
    );
  }
}

/** In the same folder, or in the one of the feature that the file's folder is a part of. */
function isBeside(spec, file) {
  const [ofSpec, ofFile] = [dirname(spec), dirname(file)];
  return ofSpec === ofFile || (ofSpec === dirname(ofFile) && basename(ofSpec) !== 'src');
}

function relativePathOf({ path, context }) {
  return relative(context.config.rootDir, path);
}

/** The file of each mutant, by its number. Jest runs in Stryker's copy of the repository. */
function findMutants(folders) {
  const files = {};
  for (const place of folders.flatMap(listFiles))
    for (const [, mutant] of readFileSync(place, 'utf8').matchAll(MUTANT_PLACE)) files[mutant] = place;
  return files;
}

function listFiles(place) {
  if (/\.tsx?$/.test(place)) return [place];
  return readdirSync(place, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(place, name));
}
