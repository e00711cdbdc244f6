import SharedEnvironment from './shared-environment.mjs';

let failedMutant;

/** Skips a mutant's remaining tests after its first failure, because Stryker does not set Jest's `bail`. */
export default class MutationEnvironment extends SharedEnvironment {
  constructor(...args) {
    super(...args);
    // Resets Stryker's switch in this realm. Otherwise the last mutant would stay active.
    delete globalThis.__stryker__;
  }

  handleTestEvent({ name, test }, { rootDescribeBlock }) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant === undefined) return;
    if (name === 'test_done' && test.errors.length > 0) failedMutant = mutant;
    if (mutant !== failedMutant) return;
    if (name === 'run_start') rootDescribeBlock.mode = 'skip';
    if (name === 'test_start') test.mode = 'skip';
  }
}
